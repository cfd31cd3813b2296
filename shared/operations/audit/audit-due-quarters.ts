import * as z from "zod";
import { isBeingRemoved } from "../../accounts/store-accounts.ts";
import { dayOf } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import { QuarterParam } from "../../core/calendar/schema.ts";
import { fingerprintOf } from "../../core/hash.ts";
import type { ReevaluationContext } from "../../ledger/events/re-evaluate.ts";
import { isPending } from "../../ledger/recount/recount-state.ts";
import { loadRecount } from "../../ledger/recount/store-recounts.ts";
import { RULES_VERSION } from "../../ledger/sums/sums-of-event.ts";
import { SYSTEM_CLOCK } from "../../platform/clock.ts";
import { enqueue, type Queue, queueWorker } from "../../platform/queues/queues.ts";
import { countInJob, logger } from "../../platform/telemetry/telemetry.ts";
import { isAuditDue } from "./audit.ts";
import { auditQuarter, loadAuditContext } from "./audit-sums.ts";
import { findQuarters } from "./find-quarters.ts";
import { type AuditFindings, DRIFT_METRIC, foundTwice, linesOf } from "./findings.ts";
import { loadCleanAudits, saveCleanAudit } from "./store-audits.ts";

/** Returns the quarters of an account that are due for an audit. */
export async function quartersDue(account: string, now: Date): Promise<Period[]> {
  const ground_sha256 = shaOf(await loadAuditContext(account));
  const clean = await loadCleanAudits(account);
  return (await findQuarters(account, now))
    .filter((one) => isAuditDue({ ...one, ground_sha256 }, clean.get(one.quarter.key), dayOf(now)))
    .map(({ quarter }) => quarter);
}

/** Audits one quarter, and records an audit without findings: an unchanged quarter need not be read again. */
export async function auditOnce(
  account: string,
  quarter: Period,
  now: Date,
): Promise<AuditFindings> {
  const context = await loadAuditContext(account);
  const audit = await auditQuarter(account, quarter, context);
  // Read last: a recount that began while the events were read explains the events that it has not moved yet.
  if (isPending(await loadRecount(account))) return { ...audit, stale_events: [] };
  if (linesOf(audit).length === 0) {
    const { sums_sha256, events } = audit;
    const audited_at = now.toISOString();
    const noted = { sums_sha256, events, ground_sha256: shaOf(context), audited_at };
    await saveCleanAudit(account, quarter, noted);
  }
  return audit;
}

const shaOf = ({ boundaries, profile }: ReevaluationContext): string =>
  fingerprintOf([RULES_VERSION, [...boundaries], profile]);

/** A message to audit one quarter or, without a quarter, to find the quarters of an account that are due. */
const AuditMessage = z.strictObject({
  account: z.string().min(1),
  quarter: QuarterParam.optional(),
});

const AUDIT_QUEUE: Queue<z.input<typeof AuditMessage>, z.output<typeof AuditMessage>> = {
  name: "audits",
  schema: AuditMessage,
};

/** Time for the index to catch up with writes during the first audit. */
const PAUSE_MS = 10_000;

const FINDINGS_LOGGED = 20;

/**
 * Returns the worker of the queue "audits". The worker replaces the message of an account by one message for each
 * quarter that is due.
 */
export const auditWorker = (pauseMs = PAUSE_MS) =>
  queueWorker(AUDIT_QUEUE, async ({ account, quarter }) => {
    if (quarter) return auditAndReport(account, quarter, pauseMs);
    const due = await quartersDue(account, new Date());
    await enqueue(
      AUDIT_QUEUE,
      due.map(({ key }) => ({ account, quarter: key })),
    );
  });

async function auditAndReport(account: string, quarter: Period, pauseMs: number): Promise<void> {
  const first = await auditOnce(account, quarter, new Date());
  const lines = linesOf(await lastingFindings(account, quarter, first, pauseMs));
  // The sums of a partly removed sandbox do not add up.
  if (lines.length > 0 && (await isBeingRemoved(account))) return;
  countInJob("auditAccount", { [DRIFT_METRIC]: lines.length });
  if (lines.length === 0) return;
  const findings = lines.slice(0, FINDINGS_LOGGED);
  const of = { account_id: account, quarter: quarter.key };
  logger.error("sums differ from the events", { ...of, findings });
}

/** Returns the findings that a second audit confirms: the first may have read during a write. */
async function lastingFindings(
  account: string,
  quarter: Period,
  first: AuditFindings,
  pauseMs: number,
): Promise<AuditFindings> {
  if (linesOf(first).length === 0) return first;
  await SYSTEM_CLOCK.pause(pauseMs);
  return foundTwice(first, await auditOnce(account, quarter, new Date()));
}
