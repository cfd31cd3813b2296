import type { DateRange, IsoDate } from "../../core/calendar/iso-date.ts";
import { type Period, periodOn } from "../../core/calendar/period.ts";
import { type Edge, type Edges, isUncovered, segmentOn } from "./registration-segments.ts";
import type { Scheme } from "./scheme.ts";
import { SCHEMES } from "./schemes.ts";

/**
 * The days whose supplies are counted elsewhere after a change of edges than before: in another segment, or
 * in one that a registration has now, or has no longer. Undefined when there are none. One range around
 * all of them: changes are rare, and mostly of one day.
 */
export function movedEdges(before: Edges, after: Edges): DateRange | undefined {
  const ranges = SCHEMES.flatMap((scheme) => {
    const edges = [...(before.get(scheme.id) ?? []), ...(after.get(scheme.id) ?? [])];
    const periods = edges.map(({ day }) => periodOn(scheme.period_kind, day));
    const distinct = new Map(periods.map((period) => [period.key, period])).values();
    return [...distinct].flatMap((period) => moved(scheme, period, edges, [before, after]));
  });
  return ranges.reduce<DateRange | undefined>(hull, undefined);
}

/** From the first day of the period that is counted elsewhere to its end. */
function moved(
  scheme: Scheme,
  period: Period,
  edges: readonly Edge[],
  changed: readonly [Edges, Edges],
): DateRange[] {
  const { firstDay, lastDay } = period;
  const starts = edges.map(({ day }) => day).filter((day) => day > firstDay && day <= lastDay);
  const placesOn = (day: IsoDate) =>
    changed.map((all) =>
      [segmentOn(scheme, period, day, all), isUncovered(scheme, period, day, all)].join(),
    );
  const from = [firstDay, ...starts.sort()].find((day) => new Set(placesOn(day)).size > 1);
  return from === undefined ? [] : [{ from, to: lastDay }];
}

/** The shortest range that holds both. */
export const hull = (one: DateRange | undefined, other: DateRange): DateRange => ({
  from: one && one.from < other.from ? one.from : other.from,
  to: one && one.to > other.to ? one.to : other.to,
});
