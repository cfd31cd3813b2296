import * as z from "zod";
import { dayOf } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import { QuarterParam } from "../../core/calendar/schema.ts";
import { fingerprintOf } from "../../core/hash.ts";
import type { Ground } from "../../ledger/events/re-evaluate.ts";
import { isPending } from "../../ledger/recount/recount-state.ts";
import { loadRecount } from "../../ledger/recount/store-recounts.ts";
import { RULES_VERSION } from "../../ledger/sums/sums-of-event.ts";
import { isAuditDue } from "./audit.ts";
import { auditQuarter, loadGround } from "./audit-sums.ts";
import { findQuarters } from "./find-quarters.ts";
import { type AuditFindings, linesOf } from "./findings.ts";
import { loadCleanAudits, saveCleanAudit } from "./store-audits.ts";

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

/** The body of a message: one quarter to audit, or an account whose quarters are to be looked for. */
const AuditMessage = z.strictObject({
  account: z.string().min(1),
  quarter: QuarterParam.optional(),
});

/** @throws SyntaxError or ZodError for a message that no dispatcher of ours has sent. */
export const auditIn = (body: string): z.output<typeof AuditMessage> =>
  AuditMessage.parse(JSON.parse(body));

export const auditMessage = (account: string, { key: quarter }: Period): string =>
  JSON.stringify({ account, quarter } satisfies z.input<typeof AuditMessage>);
