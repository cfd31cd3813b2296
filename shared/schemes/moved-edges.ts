import type { DateRange, IsoDate } from "../calendar/iso-date.ts";
import { periodOn } from "../calendar/period.ts";
import { SCHEMES } from "./schemes.ts";
import type { Edges } from "./segments.ts";

/**
 * The days whose supplies lie in another segment after a change of edges than before; undefined when
 * there are none. An edge on the first day of a period cuts nothing. One range around all of them:
 * changes are rare, and mostly of one day.
 */
export function movedEdges(before: Edges, after: Edges): DateRange | undefined {
  const ranges = SCHEMES.flatMap(({ id, period_kind }) =>
    differing(before.get(id) ?? [], after.get(id) ?? [])
      .map((edge) => ({ from: edge, ...periodOn(period_kind, edge) }))
      .filter(({ from, firstDay }) => from > firstDay)
      .map(({ from, lastDay }): DateRange => ({ from, to: lastDay })),
  );
  return ranges.reduce<DateRange | undefined>(hull, undefined);
}

const differing = (one: readonly IsoDate[], other: readonly IsoDate[]): IsoDate[] => [
  ...new Set(one).symmetricDifference(new Set(other)),
];

/** The shortest range that holds both. */
export const hull = (one: DateRange | undefined, other: DateRange): DateRange => ({
  from: one && one.from < other.from ? one.from : other.from,
  to: one && one.to > other.to ? one.to : other.to,
});
