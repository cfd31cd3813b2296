import { auditTallies } from "../../shared/flows/audit-tallies.ts";
import {
  type AuditFindings,
  DRIFT_METRIC,
  foundTwice,
  linesOf,
} from "../../shared/ledger/drift.ts";
import { describeError } from "../../shared/refusals/describe-error.ts";
import { countInJob, loggedJob } from "../../shared/telemetry/job-log.ts";
import { logger } from "../../shared/telemetry/telemetry.ts";
import {
  accountIn,
  type Delivery,
  type DeliveryReport,
} from "../../shared/threshold/queue-message.ts";

/** Long enough for the index to catch up with what was written during the first audit. */
const PAUSE_MS = 10_000;

const FINDINGS_LOGGED = 20;

/** Recounts the accounts of a delivery; one that cannot be read is reported, and delivered again. */
export const auditWith =
  (pauseMs: number) =>
  async ({ Records }: Delivery): Promise<DeliveryReport> => {
    const failed: DeliveryReport["batchItemFailures"] = [];
    for (const { messageId, body } of Records) {
      try {
        await auditAccount(accountIn(body), pauseMs);
      } catch (error) {
        logger.error("account not audited", { queue_message: body, error: describeError(error) });
        failed.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures: failed };
  };

export const handler = loggedJob("auditAccount", auditWith(PAUSE_MS));

async function auditAccount(account: string, pauseMs: number): Promise<void> {
  const first = await auditTallies(account);
  const lines = linesOf(await lastingOf(account, first, pauseMs));
  countInJob("auditAccount", { [DRIFT_METRIC]: lines.length });
  if (lines.length === 0) return;
  const findings = lines.slice(0, FINDINGS_LOGGED);
  logger.error("sums are not what the events add up to", { account_id: account, findings });
}

async function lastingOf(
  account: string,
  first: AuditFindings,
  pauseMs: number,
): Promise<AuditFindings> {
  if (linesOf(first).length === 0) return first;
  await new Promise((over) => setTimeout(over, pauseMs));
  return foundTwice(first, await auditTallies(account));
}
