import { lockReport, sumReport } from "../../scripts/operate/audit-report.ts";
import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../shared/core/ids.ts";

type Audit = typeof import("../../shared/operations/audit/audit-sums.ts").auditSums;

/** Of an audit at this instant the last quarter is that of 2026. */
const IN_2025 = new Date("2025-12-31T00:00:00Z");

/**
 * The audit of an account of a test, whose sums all lie in 2025 and 2026 unless its events do not: what
 * else may hold sums, from 2015 on, is two hundred queries that find nothing.
 */
export async function auditOf(...[account, reach]: Parameters<Audit>): ReturnType<Audit> {
  const { auditSums } = await import("../../shared/operations/audit/audit-sums.ts");
  return auditSums(account, { from: "2025-01-01" as IsoDate, now: IN_2025, ...reach });
}

type Report = ReturnType<typeof lockReport> | ReturnType<typeof sumReport>;

const printed = ({ lines, code }: Report) => ({
  code,
  stdout: lines.map((line) => `${line}\n`).join(""),
});

/** An audit at this instant looks for sums in the second half of 2025, and wherever there are events. */
export const LATE_2025 = { from: "2025-07-01" as IsoDate, now: new Date("2024-12-31T00:00:00Z") };

/** What `npm run verify-tallies` prints, without a process of its own. */
export const talliesVerified = async (account: LedgerId, from?: string) =>
  printed(
    sumReport(
      await auditOf(account, from ? { from: from as IsoDate, now: new Date() } : LATE_2025),
    ),
  );

/** What `npm run verify-locks` prints, without a process of its own. */
export async function locksVerified(account: LedgerId) {
  const { auditLocks } = await import("../../shared/operations/audit/audit-locks.ts");
  return printed(lockReport(await auditLocks(account)));
}
