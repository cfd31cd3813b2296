import { channel } from "node:diagnostics_channel";
import { describeError } from "../../core/errors/errors.ts";
import { sendAccounts } from "../../platform/queues/account-queue.ts";
import { logger } from "../../platform/telemetry/telemetry.ts";

/** Whoever runs recounts in this process listens here; on AWS nobody does. */
export const RECOUNTS_HERE = "vat.recounts";

/**
 * Tells the worker that a recount was asked for: through the queue, or in the process of a local stack.
 * The request has been written by now. That this fails delays it to the next round, and is no reason
 * to refuse what it follows from.
 */
export async function announceRecount(account: string): Promise<void> {
  if (!process.env["ACCOUNT_QUEUE_URL"]) return channel(RECOUNTS_HERE).publish(account);
  try {
    await sendAccounts([account]);
  } catch (error) {
    logger.warn("recount not announced", { account_id: account, error: describeError(error) });
  }
}
