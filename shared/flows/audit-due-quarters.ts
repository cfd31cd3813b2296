import { dayOf } from "../calendar/iso-date.ts";
import type { Period } from "../calendar/period.ts";
import type { Ground } from "../ledger/as-today.ts";
import { isAuditDue } from "../ledger/audit-due.ts";
import { type AuditFindings, linesOf } from "../ledger/drift.ts";
import { isPending } from "../ledger/recount-state.ts";
import { RULES_VERSION } from "../ledger/tally-entries.ts";
import { loadCleanAudits, saveCleanAudit } from "../store/clean-audits.ts";
import { fingerprintOf } from "../store/fingerprint.ts";
import { loadRecount } from "../store/recounts.ts";
import { auditQuarter } from "./audit-quarter.ts";
import { loadGround } from "./audit-tallies.ts";
import { findQuarters } from "./find-quarters.ts";

/** The quarters of an account that an audit has to read now. */
export async function quartersDue(account: string, now: Date): Promise<Period[]> {
  const ground_sha256 = shaOf(await loadGround(account));
  const clean = await loadCleanAudits(account);
  return (await findQuarters(account, now))
    .filter((one) => isAuditDue({ ...one, ground_sha256 }, clean.get(one.quarter.key), dayOf(now)))
    .map(({ quarter }) => quarter);
}

/** Audits one quarter, and notes it when nothing was found: what stays as it is need not be read again. */
export async function auditOnce(
  account: string,
  quarter: Period,
  now: Date,
): Promise<AuditFindings> {
  const ground = await loadGround(account);
  const audit = await auditQuarter(account, quarter, ground);
  // Asked last: what began while the events were read excuses what it has not moved yet.
  if (isPending(await loadRecount(account))) return { ...audit, stale_events: [] };
  if (linesOf(audit).length === 0) {
    const { sums_sha256, events } = audit;
    const audited_at = now.toISOString();
    const noted = { sums_sha256, events, ground_sha256: shaOf(ground), audited_at };
    await saveCleanAudit(account, quarter, noted);
  }
  return audit;
}

const shaOf = ({ edges, profile }: Ground): string =>
  fingerprintOf([RULES_VERSION, [...edges], profile]);
