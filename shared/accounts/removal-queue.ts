import { channel } from "node:diagnostics_channel";
import { describeError } from "../core/errors/errors.ts";
import { sendAccounts } from "../platform/queues/account-queue.ts";
import { logger } from "../platform/telemetry/telemetry.ts";

/** Whoever removes emptied sandboxes in this process listens here; on AWS nobody does. */
export const REMOVALS_HERE = "vat.removals";

/**
 * Tells the worker that a sandbox was emptied: through the queue, or in the process of a local stack. It is marked by
 * now: that this fails leaves it to the next round.
 */
export async function announceRemoval(ledger: string): Promise<void> {
  if (!process.env["ACCOUNT_QUEUE_URL"]) return channel(REMOVALS_HERE).publish(ledger);
  try {
    await sendAccounts([ledger]);
  } catch (error) {
    logger.warn("removal not announced", { account_id: ledger, error: describeError(error) });
  }
}
