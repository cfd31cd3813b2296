import { isBeingRemoved } from "../../shared/accounts/store-accounts.ts";
import type { Period } from "../../shared/core/calendar/period.ts";
import { describeError } from "../../shared/core/errors/errors.ts";
import {
  auditIn,
  auditMessage,
  auditOnce,
  quartersDue,
} from "../../shared/operations/audit/audit-due-quarters.ts";
import {
  type AuditFindings,
  DRIFT_METRIC,
  foundTwice,
  linesOf,
} from "../../shared/operations/audit/findings.ts";
import { type SendMessages, sendMessages } from "../../shared/platform/queues/account-queue.ts";
import type { Delivery, DeliveryReport } from "../../shared/platform/queues/messages.ts";
import { countInJob, loggedJob, logger } from "../../shared/platform/telemetry/telemetry.ts";

/** Long enough for the index to catch up with what was written during the first audit. */
const PAUSE_MS = 10_000;

const FINDINGS_LOGGED = 20;

/**
 * Does the messages of a delivery: an account is looked through, and its quarters sent on, a message each; a quarter is
 * audited. What cannot be done is reported, and delivered again.
 */
export const auditWith =
  (send: SendMessages, pauseMs: number) =>
  async ({ Records }: Delivery): Promise<DeliveryReport> => {
    const failed: DeliveryReport["batchItemFailures"] = [];
    for (const { messageId, body } of Records) {
      try {
        const { account, quarter } = auditIn(body);
        if (quarter) await auditOneQuarter(account, quarter, pauseMs);
        else await send(await messagesFor(account));
      } catch (error) {
        logger.error("account not audited", { queue_message: body, error: describeError(error) });
        failed.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures: failed };
  };

export const handler = loggedJob("auditAccount", auditWith(sendMessages, PAUSE_MS));

const messagesFor = async (account: string): Promise<string[]> =>
  (await quartersDue(account, new Date())).map((quarter) => auditMessage(account, quarter));

async function auditOneQuarter(account: string, quarter: Period, pauseMs: number): Promise<void> {
  const first = await auditOnce(account, quarter, new Date());
  const lines = linesOf(await lastingOf(account, quarter, first, pauseMs));
  // What is half removed adds up to nothing, and nobody asks it to.
  if (lines.length > 0 && (await isBeingRemoved(account))) return;
  countInJob("auditAccount", { [DRIFT_METRIC]: lines.length });
  if (lines.length === 0) return;
  const findings = lines.slice(0, FINDINGS_LOGGED);
  const of = { account_id: account, quarter: quarter.key };
  logger.error("sums are not what the events add up to", { ...of, findings });
}

async function lastingOf(
  account: string,
  quarter: Period,
  first: AuditFindings,
  pauseMs: number,
): Promise<AuditFindings> {
  if (linesOf(first).length === 0) return first;
  await new Promise((over) => setTimeout(over, pauseMs));
  return foundTwice(first, await auditOnce(account, quarter, new Date()));
}
