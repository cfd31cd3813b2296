import { channel } from "node:diagnostics_channel";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DomainError } from "../../core/errors/errors.ts";
import type { ImportJob } from "./job.ts";
import type { ImportMessage } from "./messages.ts";

/** Hands messages to whoever reads files, or commits their parts. */
export type SendImports = (messages: readonly ImportMessage[]) => Promise<void>;

/** Whoever imports in this process listens here; on AWS nobody does. */
export const IMPORTS_HERE = "vat.imports";

/** The most messages SQS takes in one call. */
const MESSAGES_AT_ONCE = 10;

const sqs = new SQSClient({});

/**
 * Puts messages in the queue that ACCOUNT_QUEUE_URL names, or hands them on in the process of a local
 * stack.
 * @throws Error when SQS has not taken all of them; sending them again does no harm.
 */
export const sendImports: SendImports = async (messages) => {
  const QueueUrl = process.env["ACCOUNT_QUEUE_URL"];
  if (!QueueUrl) {
    for (const message of messages) channel(IMPORTS_HERE).publish(message);
    return;
  }
  for (let at = 0; at < messages.length; at += MESSAGES_AT_ONCE) {
    const Entries = messages
      .slice(at, at + MESSAGES_AT_ONCE)
      .map((message, n) => ({ Id: String(n), MessageBody: JSON.stringify(message) }));
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    if (Failed.length > 0) throw new Error(`SQS refused ${Failed.length}: ${Failed[0]?.Code}`);
  }
};

/**
 * Tells the worker of an import.
 * @throws DomainError `not_ready` when the queue takes no message; asking again tells it again
 */
export async function announcedImport(account: string, job: ImportJob): Promise<ImportJob> {
  try {
    await sendImports([{ account, import_id: job.id, pass: job.pass }]);
    return job;
  } catch (cause) {
    throw new DomainError("not_ready", "the import is noted, ask for the same again", [], {
      cause,
    });
  }
}
