import type { CheckCount, VatClient } from "../../../client/src/eu-vat-client.ts";
import type { OverviewFacts } from "../overview/load-overview.ts";
import type { Kind } from "./load-review.ts";

/** The number of events by kind of review, in the periods that are open or running. */
export type ReviewCounts = ReadonlyMap<Kind, number>;

/** Counts the findings of the quarters that are not declared yet, from their sums; no event is read. */
export async function loadCounts(
  client: VatClient,
  { returns }: OverviewFacts,
  signal: AbortSignal,
): Promise<ReviewCounts> {
  const waiting = returns.reduce((sum, dueReturn) => sum + (dueReturn.waiting_event_count ?? 0), 0);
  const prepared = await Promise.all(
    quartersOf(returns).map((period) => client.getFilingPrep({ query: { period } }, { signal })),
  );
  const checks = prepared.flatMap(({ union_oss, ioss }) => [
    ...union_oss.checks,
    ...ioss.months.flatMap((month): readonly CheckCount[] => month.checks),
  ]);
  const counts = new Map<Kind, number>([["needs_review", waiting]]);
  for (const { code, count } of checks) counts.set(code, (counts.get(code) ?? 0) + count);
  return counts;
}

/** Number of quarters whose findings are counted. */
const COUNTED = 2;

function quartersOf(returns: OverviewFacts["returns"]): string[] {
  const keys = returns.flatMap(({ period_key: key }) => (key.includes("Q") ? [key] : []));
  return [...new Set(keys)].sort().reverse().slice(0, COUNTED);
}
