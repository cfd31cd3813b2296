import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { messageFor } from "../threshold/queue-message.ts";

/** Hands accounts to the worker, a message each. */
export type SendAccounts = (accounts: readonly string[]) => Promise<void>;

/** The most messages SQS takes in one call. */
const MESSAGES_AT_ONCE = 10;

const sqs = new SQSClient({});

/**
 * Puts the accounts in the queue that ACCOUNT_QUEUE_URL names.
 * @throws Error when SQS has not taken all of them; sending them again does no harm.
 */
export const sendAccounts: SendAccounts = async (accounts) => {
  for (let at = 0; at < accounts.length; at += MESSAGES_AT_ONCE) {
    const { Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl(),
        Entries: accounts
          .slice(at, at + MESSAGES_AT_ONCE)
          .map((account, n) => ({ Id: String(n), MessageBody: messageFor(account) })),
      }),
    );
    if (Failed.length > 0) throw new Error(`SQS refused ${Failed.length}: ${Failed[0]?.Code}`);
  }
};

function queueUrl(): string {
  const url = process.env["ACCOUNT_QUEUE_URL"];
  if (!url) throw new Error("ACCOUNT_QUEUE_URL is not set");
  return url;
}
