import type { CheckCount, VatClient } from "../../../client/src/eu-vat-client.ts";
import { periodNamed, quarterKeyOn } from "../../../shared/core/calendar/dates.ts";
import { isTaxWarning } from "../../../shared/vat/schemes/warnings.ts";
import { isUndeclared } from "../overview/due-returns.ts";
import type { OverviewFacts } from "../overview/load-overview.ts";
import { kindOf } from "../questions/question.ts";
import { type Kind, kindNamed } from "./load-review.ts";

/** The number of events by kind of review, in the periods that are open or running. */
export type ReviewCounts = ReadonlyMap<Kind, number>;

type Returns = OverviewFacts["returns"];

/** Counts what keeps undeclared returns from being ready, and their warnings about tax; the overview has both. */
export function openCounts(returns: Returns): ReviewCounts {
  const undeclared = returns.filter(isUndeclared);
  return addedUp([
    ...undeclared.flatMap(({ open_questions }) => open_questions ?? []),
    ...checksOf(undeclared).filter(isTaxWarning),
  ]);
}

/** Returns the findings of periods, each period once: two registrations may have a return for it. */
const checksOf = (returns: Returns): CheckCount[] =>
  [
    ...new Map(
      returns.map(({ scheme_type, period_key, checks }) => [
        `${scheme_type} ${period_key}`,
        checks ?? [],
      ]),
    ).values(),
  ].flat();

/**
 * Counts the findings of the last quarters, declared or not, from their sums; no event is read. The filing preparation does
 * not have the non-Union scheme, whose findings are in the overview.
 */
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
  const others = returns.filter(({ scheme_type }) => scheme_type === "non_union_oss");
  return addedUp([...checks, ...checksOf(others)]);
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
  const keys = returns.flatMap(({ period_key: key }) => {
    const period = periodNamed(key);
    return period ? [quarterKeyOn(period.firstDay)] : [];
  });
  return [...new Set(keys)].sort().reverse().slice(0, COUNTED);
}
