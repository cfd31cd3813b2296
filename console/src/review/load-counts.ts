import type { CheckCount, VatClient } from "../../../client/src/eu-vat-client.ts";
import { isUndeclared } from "../overview/due-returns.ts";
import type { OverviewFacts } from "../overview/load-overview.ts";
import { kindOf } from "../questions/question.ts";
import { type Kind, kindNamed } from "./load-review.ts";

/** The number of events by kind of review, in the periods that are open or running. */
export type ReviewCounts = ReadonlyMap<Kind, number>;

type Returns = OverviewFacts["returns"];

/** Counts what keeps returns from being ready, from their open questions; the overview has them. */
export const openCounts = (returns: Returns): ReviewCounts =>
  addedUp(returns.filter(isUndeclared).flatMap(({ open_questions }) => open_questions ?? []));

/** Counts the findings of the last quarters, declared or not, from their sums; no event is read. */
export async function loadFindings(
  client: VatClient,
  returns: Returns,
  signal: AbortSignal,
): Promise<ReviewCounts> {
  const prepared = await Promise.all(
    quartersOf(returns).map((period) => client.getFilingPrep({ query: { period } }, { signal })),
  );
  const checks = prepared.flatMap(({ union_oss, ioss }) => [
    ...union_oss.checks,
    ...ioss.months.flatMap((month): readonly CheckCount[] => month.checks),
  ]);
  return addedUp(checks);
}

function addedUp(all: readonly { readonly code: string; readonly count: number }[]): ReviewCounts {
  const counts = new Map<Kind, number>();
  for (const { code, count } of all) {
    const kind = kindNamed(kindOf(code));
    if (kind) counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  return counts;
}

/** Joins two counts of the same events, each of which may leave out periods that the other one has. */
export function largerCounts(some: ReviewCounts, others: ReviewCounts): ReviewCounts {
  const counts = new Map(some);
  for (const [kind, count] of others) counts.set(kind, Math.max(count, counts.get(kind) ?? 0));
  return counts;
}

/** Number of quarters whose findings are counted: those that the overview computes, so that no old finding waits unseen. */
const COUNTED = 6;

function quartersOf(returns: Returns): string[] {
  const keys = returns.flatMap(({ period_key: key }) => (key.includes("Q") ? [key] : []));
  return [...new Set(keys)].sort().reverse().slice(0, COUNTED);
}
