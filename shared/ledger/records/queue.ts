import { channel } from "node:diagnostics_channel";
import { DomainError } from "../../core/errors/errors.ts";
import { sendAccounts } from "../../platform/queues/account-queue.ts";

/** Whoever writes records in this process listens here; on AWS nobody does. */
export const RECORDS_HERE = "vat.records";

/**
 * Tells the worker that records were asked for: through the queue, or in the process of a local stack.
 * @throws DomainError `not_ready` when the queue takes no message. The request is kept; asking again
 *   for the same tells the worker again.
 */
export async function announceRecords(account: string): Promise<void> {
  if (!process.env["ACCOUNT_QUEUE_URL"]) return channel(RECORDS_HERE).publish(account);
  try {
    await sendAccounts([account]);
  } catch (cause) {
    throw new DomainError("not_ready", "the records are noted, ask again for the same", [], {
      cause,
    });
  }
}
