import { channel } from "node:diagnostics_channel";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod";
import { describeError } from "../../core/errors/errors.ts";
import { stopSignal } from "../clock.ts";
import { type QueueName, queues, queueVariable } from "../jobs/jobs.ts";
import { logger } from "../telemetry/telemetry.ts";

/** A queue, and the form of its messages: as they are sent, and as its worker gets them. */
export type Queue<Sent, Received = Sent> = {
  readonly name: QueueName;
  readonly schema: z.ZodType<Received, Sent>;
};

const AccountMessage = z.strictObject({ account: z.string().min(1) });
type AccountMessage = z.output<typeof AccountMessage>;

/** A queue whose messages name one account each. */
export const accountQueue = (name: QueueName): Queue<AccountMessage> => ({
  name,
  schema: AccountMessage,
});

/** The most messages that SQS takes in one call. */
const MESSAGES_PER_CALL = 10;

const sqs = new SQSClient({});

/** Carries the messages of a queue to the workers of a local stack. */
export const localChannel = (name: QueueName) => channel(`vat.queue.${name}`);

/**
 * Sends messages to the queue, or to the workers of the same process in a local stack.
 * @throws Error when SQS has not taken all of them. They can be sent again: every worker does a message's work once.
 */
export async function enqueue<Sent>(
  { name }: Queue<Sent, unknown>,
  messages: readonly Sent[],
): Promise<void> {
  const QueueUrl = process.env[queueVariable(name)];
  if (!QueueUrl && process.env["AWS_LAMBDA_FUNCTION_NAME"]) {
    throw new Error(`${queueVariable(name)} is not set`);
  }
  if (!QueueUrl) {
    for (const message of messages) localChannel(name).publish(JSON.stringify(message));
    return;
  }
  for (let at = 0; at < messages.length; at += MESSAGES_PER_CALL) {
    const Entries = messages
      .slice(at, at + MESSAGES_PER_CALL)
      .map((message, n) => ({ Id: String(n), MessageBody: JSON.stringify(message) }));
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    if (Failed.length > 0) throw new Error(`SQS refused ${Failed.length}: ${Failed[0]?.Code}`);
  }
}

/**
 * Sends messages of work that is stored and that a scheduled job finds as well. A failure delays that work to the next
 * run of the job, so it is logged and not thrown.
 */
export async function tryEnqueue<Sent>(
  queue: Queue<Sent, unknown>,
  messages: readonly Sent[],
): Promise<void> {
  try {
    await enqueue(queue, messages);
  } catch (error) {
    logger.warn("not enqueued", { queue: queue.name, messages, error: describeError(error) });
  }
}

/** The messages that a worker receives at once. */
export type SqsBatch = {
  readonly Records: readonly {
    readonly messageId: string;
    readonly body: string;
    /** The number of times that the message was delivered, this time included. */
    readonly attributes?: { readonly ApproximateReceiveCount: string };
  }[];
};

/** The messages that failed: SQS delivers them again, and moves them to the dead letters in the end. */
export type SqsBatchResponse = { readonly batchItemFailures: { itemIdentifier: string }[] };

/**
 * The handler of a queue: does the work of each message, and reports the messages that failed. `giveUp` follows the
 * last failure of a message.
 */
export const queueWorker =
  <Sent, Received>(
    { name, schema }: Queue<Sent, Received>,
    work: (message: Received) => Promise<unknown>,
    giveUp?: (message: Received) => Promise<unknown>,
  ) =>
  async ({ Records }: SqsBatch): Promise<SqsBatchResponse> => {
    const done = async (body: string, act: typeof work): Promise<boolean> => {
      try {
        await act(schema.parse(JSON.parse(body)));
        return true;
      } catch (error) {
        // A local stack that stops interrupts its workers; the message is not lost, for it was not acknowledged.
        if (stopSignal.getStore()?.aborted) return false;
        logger.error("message failed", { queue: name, body, error: describeError(error) });
        return false;
      }
    };
    const failures = await Promise.all(
      Records.map(async ({ messageId, body, attributes }) => {
        if (await done(body, work)) return [];
        const receives = Number(attributes?.ApproximateReceiveCount ?? 1);
        if (giveUp && receives >= queues[name].max_receives) await done(body, giveUp);
        return [{ itemIdentifier: messageId }];
      }),
    );
    return { batchItemFailures: failures.flat() };
  };
