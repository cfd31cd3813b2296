import type { IsoDate } from "../../shared/calendar/iso-date.ts";

type Audit = typeof import("../../shared/flows/audit-tallies.ts").auditTallies;

/**
 * The audit of an account of a test, whose sums all lie in 2025 or later unless its events do not: what
 * else may hold sums, from 2015 on, is two hundred queries that find nothing.
 */
export async function auditOf(...[account, reach]: Parameters<Audit>): ReturnType<Audit> {
  const { auditTallies } = await import("../../shared/flows/audit-tallies.ts");
  return auditTallies(account, { from: "2025-01-01" as IsoDate, ...reach });
}
