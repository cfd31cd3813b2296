import { channel } from "node:diagnostics_channel";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod";
import { describeError } from "../../core/errors/errors.ts";
import { type AccountId, accountOf, type LedgerId } from "../../core/ids.ts";
import { stopSignal } from "../clock.ts";
import { type JobQueue, type QueueName, queues, queueVariable } from "../queues/queue-table.ts";
import { logger } from "../telemetry/telemetry.ts";
import { endLease, takeLease } from "./store-leases.ts";

/** A queue and the schema of its messages: as sent, and as received by its worker. */
export type Queue<Sent, Received = Sent> = {
  readonly name: QueueName;
  readonly schema: z.ZodType<Received, Sent>;
  /** True if messages hold personal data, so that no log has them. */
  readonly isPersonal?: true;
};

export const LedgerName = z.string().min(1).brand<"LedgerId", "inout">();

const AccountMessage = z.strictObject({ account: LedgerName });
type AccountMessage = z.output<typeof AccountMessage>;

export const accountQueue = (name: QueueName): Queue<AccountMessage> => ({
  name,
  schema: AccountMessage,
});

const NamesAccount = z.object({ account: LedgerName });

/** Returns the account that a message of a fair queue is for; undefined for other queues. */
export const holderOfMessage = (name: QueueName, message: unknown): AccountId | undefined =>
  (queues[name] as JobQueue).lease_seconds
    ? accountOf(NamesAccount.parse(message).account)
    : undefined;

/** Maximum number of messages that SQS accepts in one call. */
const MESSAGES_PER_CALL = 10;

const sqs = new SQSClient({});

/** Returns the channel that carries the messages of a queue to the workers of a local stack. */
export const localChannel = (name: QueueName) => channel(`vat.queue.${name}`);

/** Longest delay that SQS accepts. */
const LONGEST_SECONDS = 900;

/**
 * Sends messages to the queue, or to the workers of the same process in a local stack. They arrive after the delay, or
 * after the longest one that a queue can hold.
 * @throws Error when SQS rejects some messages. They can be sent again, because workers are idempotent.
 */
export async function enqueue<Sent>(
  { name }: Queue<Sent, unknown>,
  messages: readonly Sent[],
  delaySeconds = 0,
): Promise<void> {
  const delay = Math.min(LONGEST_SECONDS, delaySeconds);
  const QueueUrl = process.env[queueVariable(name)];
  // A stage without mails has no queue for them, and nothing to send.
  if (!QueueUrl && messages.length > 0 && process.env["AWS_LAMBDA_FUNCTION_NAME"]) {
    throw new Error(`${queueVariable(name)} is not set`);
  }
  if (!QueueUrl) {
    const bodies = messages.map((message) => JSON.stringify(message));
    const publish = () => {
      for (const body of bodies) localChannel(name).publish(body);
    };
    if (delay === 0) publish();
    // A stack that ends does not wait for it: a scheduled job finds what is left.
    else setTimeout(publish, delay * 1000).unref();
    return;
  }
  for (let at = 0; at < messages.length; at += MESSAGES_PER_CALL) {
    const Entries = messages
      .slice(at, at + MESSAGES_PER_CALL)
      .map((message, n) => ({ Id: String(n), ...entryOf(name, message, delay) }));
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    if (Failed.length > 0) throw new Error(`SQS refused ${Failed.length}: ${Failed[0]?.Code}`);
  }
}

/** A message as SQS takes it. SQS delivers groups with few messages in progress before those with many. */
function entryOf(name: QueueName, message: unknown, delay: number) {
  const account = holderOfMessage(name, message);
  return {
    MessageBody: JSON.stringify(message),
    // Queues that share a worker are told apart by it.
    MessageAttributes: { queue: { DataType: "String", StringValue: name } },
    ...(account === undefined ? {} : { MessageGroupId: account }),
    ...(delay > 0 ? { DelaySeconds: delay } : {}),
  };
}

/**
 * Sends messages for stored work that a scheduled job also finds. A failure only delays the work to the next run of the
 * job, so it is logged and not thrown.
 */
export async function tryEnqueue<Sent>(
  queue: Queue<Sent, unknown>,
  messages: readonly Sent[],
  delaySeconds = 0,
): Promise<void> {
  try {
    await enqueue(queue, messages, delaySeconds);
  } catch (error) {
    logger.warn("not enqueued", { queue: queue.name, messages, error: describeError(error) });
  }
}

/** The messages that a worker receives in one call. */
export type SqsBatch = {
  readonly Records: readonly {
    readonly messageId: string;
    readonly body: string;
    /** Number of deliveries of the message, including this one. */
    readonly attributes?: { readonly ApproximateReceiveCount: string };
    readonly messageAttributes?: { readonly queue?: { readonly stringValue?: string } };
  }[];
};

/** The failed messages. SQS delivers them again and finally moves them to the dead-letter queue. */
export type SqsBatchResponse = { readonly batchItemFailures: { itemIdentifier: string }[] };

/**
 * Builds the handler of a queue. The handler processes each message and reports the failed ones. `giveUp` runs after
 * the last failure of a message, and instead of the last delivery: a function that is killed in the middle reports nothing.
 */
export const queueWorker =
  <Sent, Received>(
    { name, schema, isPersonal }: Queue<Sent, Received>,
    work: (message: Received) => Promise<unknown>,
    giveUp?: (message: Received) => Promise<unknown>,
  ) =>
  async ({ Records }: SqsBatch): Promise<SqsBatchResponse> => {
    const done = async (body: string, act: typeof work): Promise<boolean> => {
      try {
        await act(schema.parse(JSON.parse(body)));
        return true;
      } catch (error) {
        // A stopping local stack interrupts its workers. The message is not lost, because it was not acknowledged.
        if (stopSignal.getStore()?.aborted) return false;
        const shown = isPersonal ? {} : { body };
        logger.error("message failed", { queue: name, ...shown, error: describeError(error) });
        return false;
      }
    };
    const failures = await Promise.all(
      Records.map(async ({ messageId, body, attributes }) => {
        const left = queues[name].max_receives - Number(attributes?.ApproximateReceiveCount ?? 1);
        const isGivenUp = giveUp !== undefined && left <= 0;
        if (!isGivenUp && (await done(body, work))) return [];
        if (giveUp && left <= 1) await done(body, giveUp);
        return [{ itemIdentifier: messageId }];
      }),
    );
    return { batchItemFailures: failures.flat() };
  };

/** Seconds after which a message is delivered again that half of the workers left no room for. */
const SENT_BACK_SECONDS = 3;

/**
 * Makes the work of a fair queue, which is done while less than half of the workers serve the account of the message.
 * Otherwise the message goes back to the queue as a new one: a failed delivery would count towards the dead letters.
 */
export const inTurn =
  <Message extends { readonly account: LedgerId }>(
    queue: Queue<Message>,
    work: (message: Message) => Promise<unknown>,
  ) =>
  async (message: Message): Promise<void> => {
    const account = accountOf(message.account);
    const lease = await takeLease(queue.name, account, JSON.stringify(message), new Date());
    if (!lease) return enqueue(queue, [message], SENT_BACK_SECONDS);
    try {
      await work(message);
    } finally {
      await endLease(lease).catch((error: unknown) => {
        // The lease ends by itself.
        logger.warn("lease not ended", { queue: queue.name, error: describeError(error) });
      });
    }
  };
