import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { messageFor } from "./messages.ts";

/** Hands accounts to the worker, a message each. */
export type SendAccounts = (accounts: readonly string[]) => Promise<void>;

/** The most messages SQS takes in one call. */
const MESSAGES_AT_ONCE = 10;

const sqs = new SQSClient({});

/** Hands messages to a worker. */
export type SendMessages = (bodies: readonly string[]) => Promise<void>;

/**
 * Puts messages in the queue that ACCOUNT_QUEUE_URL names.
 * @throws Error when SQS has not taken all of them; sending them again does no harm.
 */
export const sendMessages: SendMessages = async (bodies) => {
  for (let at = 0; at < bodies.length; at += MESSAGES_AT_ONCE) {
    const { Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl(),
        Entries: bodies
          .slice(at, at + MESSAGES_AT_ONCE)
          .map((MessageBody, n) => ({ Id: String(n), MessageBody })),
      }),
    );
    if (Failed.length > 0) throw new Error(`SQS refused ${Failed.length}: ${Failed[0]?.Code}`);
  }
};

/** The same with a message for each account. */
export const sendAccounts: SendAccounts = (accounts) => sendMessages(accounts.map(messageFor));

function queueUrl(): string {
  const url = process.env["ACCOUNT_QUEUE_URL"];
  if (!url) throw new Error("ACCOUNT_QUEUE_URL is not set");
  return url;
}
