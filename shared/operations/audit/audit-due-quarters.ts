import * as z from "zod";
import { isBeingRemoved } from "../../accounts/store-accounts.ts";
import { dayOf, type Period } from "../../core/calendar/dates.ts";
import { QuarterParam } from "../../core/calendar/schema.ts";
import type { LedgerId } from "../../core/ids.ts";
import type { ReevaluationContext } from "../../ledger/events/re-evaluate.ts";
import { isPending } from "../../ledger/recount/recount-state.ts";
import { SYSTEM_CLOCK } from "../../platform/clock.ts";
import { runTime } from "../../platform/queues/queue-table.ts";
import { enqueue, LedgerName, type Queue, queueWorker } from "../../platform/queues/queues.ts";
import { countInJob, logger } from "../../platform/telemetry/telemetry.ts";
import { isAuditDue } from "./audit.ts";
import { addEvents, compareSums, findQuarters, loadedRecount } from "./audit-quarter.ts";
import { groundOf, loadAuditContext } from "./audit-sums.ts";
import { type AuditFindings, DRIFT_METRIC, foundTwice, linesOf } from "./findings.ts";
import {
  progressOf,
  type QuarterAudit,
  type QuarterState,
  quarterState,
} from "./quarter-progress.ts";
import {
  type AuditRunState,
  loadAuditRun,
  loadCleanAudits,
  saveAuditRun,
  saveCleanAudit,
} from "./store-audits.ts";

export async function quartersDue(ledger: LedgerId, now: Date): Promise<Period[]> {
  const ground_sha256 = groundOf((await loadAuditContext(ledger)).context);
  const clean = await loadCleanAudits(ledger);
  return (await findQuarters(ledger, now))
    .filter((quarter) =>
      isAuditDue({ ...quarter, ground_sha256 }, clean.get(quarter.quarter.key), dayOf(now)),
    )
    .map(({ quarter }) => quarter);
}

/** Audits one quarter, and records an audit without findings: an unchanged quarter need not be read again. */
export async function auditOnce(
  ledger: LedgerId,
  quarter: Period,
  now: Date,
): Promise<QuarterAudit> {
  const loaded = await loadAuditContext(ledger);
  const state = quarterState(quarter, loaded.context.boundaries);
  for await (const _ of addEvents(ledger, state, loaded.context));
  return concluded(ledger, state, loaded, now);
}

async function concluded(
  ledger: LedgerId,
  state: QuarterState,
  { context, unreadable }: Awaited<ReturnType<typeof loadAuditContext>>,
  now: Date,
): Promise<QuarterAudit> {
  const compared = await compareSums(ledger, state);
  const audit = { ...compared, faults: [...unreadable, ...compared.faults] };
  // Read last: a recount that began while the events were read explains the events that it has not moved yet.
  const isUnknown = isPending(await loadedRecount(ledger, [])) || unreadable.length > 0;
  if (isUnknown) return { ...audit, stale_events: [] };
  if (linesOf(audit).length === 0) {
    const { sums_sha256, events } = audit;
    const noted = { sums_sha256, events, ground_sha256: groundOf(context) };
    await saveCleanAudit(ledger, state.quarter, { ...noted, audited_at: now.toISOString() });
  }
  return audit;
}

/**
 * Continues the audit of a quarter from a stored state, until it has a result or `isOver`. Findings are those that a second
 * audit confirms: the first may have read during a write.
 * @returns the findings, or the state that another run continues from
 */
async function continued(
  ledger: LedgerId,
  quarter: Period,
  resumed: AuditRunState | undefined,
  { pauseMs, isOver }: { readonly pauseMs: number; readonly isOver: () => boolean },
): Promise<{ readonly found: AuditFindings } | { readonly left: AuditRunState }> {
  const loaded = await loadAuditContext(ledger);
  const { context } = loaded;
  const ground_sha256 = groundOf(context);
  let run: AuditRunState = resumed?.ground_sha256 === ground_sha256 ? resumed : { ground_sha256 };
  for (;;) {
    const state = quarterState(quarter, context.boundaries, run.progress);
    const isWhole = await addUntil(ledger, state, context, isOver);
    if (!isWhole) return { left: { ...run, progress: progressOf(state) } };
    const audit = await concluded(ledger, state, loaded, new Date());
    if (linesOf(audit).length === 0) return { found: audit };
    if (run.first) return { found: foundTwice(run.first, audit) };
    run = { ground_sha256, first: audit };
    await SYSTEM_CLOCK.pause(pauseMs);
  }
}

/** Adds the events of a quarter until `isOver`. Returns true if all were added. */
async function addUntil(
  ledger: LedgerId,
  state: QuarterState,
  context: ReevaluationContext,
  isOver: () => boolean,
): Promise<boolean> {
  for await (const _ of addEvents(ledger, state, context)) {
    if (state.part !== "ended" && isOver()) return false;
  }
  return true;
}

/** A message to audit one quarter or, without a quarter, to find the quarters of an account that are due. */
const AuditMessage = z.strictObject({
  account: LedgerName,
  quarter: QuarterParam.optional(),
});

const AUDIT_QUEUE: Queue<z.input<typeof AuditMessage>, z.output<typeof AuditMessage>> = {
  name: "audits",
  schema: AuditMessage,
};

/** Time for the index to catch up with writes during the first audit. */
const PAUSE_MS = 10_000;

const FINDINGS_LOGGED = 20;

/** Time for one run, of the 15 minutes of the function. The current page and the comparison then still end in time. */
const RUN_MS = 12 * 60_000;

/**
 * Returns the worker of the queue "audits". The worker replaces the message of an account by one message for each
 * quarter that is due. If the audit of a quarter takes longer than one run, its state is stored, and the worker enqueues
 * the quarter again.
 */
export const auditWorker = (pauseMs = PAUSE_MS, runMs = runTime(RUN_MS)) =>
  queueWorker(AUDIT_QUEUE, async ({ account: ledger, quarter }) => {
    if (quarter) return auditAndReport(ledger, quarter, { pauseMs, runMs });
    const unreadable: string[] = [];
    await loadedRecount(ledger, unreadable);
    if (unreadable.length > 0) return report(ledger, { key: "all" }, unreadable);
    const due = await quartersDue(ledger, new Date());
    await enqueue(
      AUDIT_QUEUE,
      due.map(({ key }) => ({ account: ledger, quarter: key })),
    );
  });

async function auditAndReport(
  ledger: LedgerId,
  quarter: Period,
  { pauseMs, runMs }: { readonly pauseMs: number; readonly runMs: number },
): Promise<void> {
  const end = SYSTEM_CLOCK.now() + runMs;
  const run = await loadAuditRun(ledger, quarter);
  const isOver = () => SYSTEM_CLOCK.now() >= end;
  const result = await continued(ledger, quarter, run.state, { pauseMs, isOver });
  if ("left" in result) {
    const isOurs = await saveAuditRun(ledger, quarter, run, result.left);
    if (isOurs) await enqueue(AUDIT_QUEUE, [{ account: ledger, quarter: quarter.key }]);
    return;
  }
  if (run.state) await saveAuditRun(ledger, quarter, run, undefined);
  await report(ledger, quarter, linesOf(result.found));
}

async function report(
  ledger: LedgerId,
  { key }: { readonly key: string },
  lines: readonly string[],
): Promise<void> {
  // The sums of a partly removed sandbox do not add up.
  if (lines.length > 0 && (await isBeingRemoved(ledger))) return;
  countInJob("auditAccount", { [DRIFT_METRIC]: lines.length });
  if (lines.length === 0) return;
  const findings = lines.slice(0, FINDINGS_LOGGED);
  logger.error("sums differ from the events", { account_id: ledger, quarter: key, findings });
}
