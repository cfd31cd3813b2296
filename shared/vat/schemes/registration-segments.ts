import { type DateRange, type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { type Period, periodOn } from "../../core/calendar/period.ts";
import type { Registration } from "../seller/registration.ts";
import type { Scheme } from "./scheme.ts";
import { SCHEMES } from "./schemes.ts";

/*
 * A registration binds by day (CIR 282/2011 Art. 57d, 59). Where a registration begins or ends within a period, the
 * sums of the period are separated by these boundaries. Most periods have none.
 */

/** The first day of a registration, or the day after its last day. */
type RegistrationBoundary = {
  readonly day: IsoDate;
  /** True if a registration covers the days from this boundary to the next one. */
  readonly covered: boolean;
};

/** The boundaries of each scheme, ordered by day. */
export type Boundaries = ReadonlyMap<string, readonly RegistrationBoundary[]>;

export const NO_BOUNDARIES: Boundaries = new Map();

/** Returns the boundaries of registrations. A pending registration counts too, so that its start moves no sums. */
export function boundariesOf(registrations: readonly Registration[]): Boundaries {
  const rows = registrations.filter(({ status }) => status !== "excluded");
  return new Map(
    [...Map.groupBy(rows, ({ scheme_type }) => scheme_type)].map(([scheme, own]) => [
      scheme,
      [...new Set(own.flatMap(daysOf))]
        .sort()
        .map((day) => ({ day, covered: own.some((row) => holds(row, day)) })),
    ]),
  );
}

const daysOf = ({ effective_from, effective_to }: Registration): IsoDate[] => [
  effective_from,
  ...(effective_to === undefined ? [] : [plusDays(effective_to, 1)]),
];

const holds = ({ effective_from, effective_to }: Registration, day: IsoDate): boolean =>
  effective_from <= day && (effective_to === undefined || day <= effective_to);

type PeriodDays = Pick<Period, "firstDay" | "lastDay">;

/** Returns the segment of a period that contains `day`: its first day as MMDD, or empty for the first segment. */
export function segmentOn(
  scheme: Pick<Scheme, "id">,
  period: PeriodDays,
  day: IsoDate,
  boundaries: Boundaries,
): string {
  const start = within(period, boundaries.get(scheme.id)).findLast(
    (boundary) => boundary.day <= day,
  );
  return start === undefined ? "" : start.day.slice(5).replace("-", "");
}

/**
 * True if no registration covers the segment of `day`, but a registration covers another segment of the period. Sums of
 * a period without any registration wait for one.
 */
export function isUncovered(
  scheme: Pick<Scheme, "id">,
  period: PeriodDays,
  day: IsoDate,
  boundaries: Boundaries,
): boolean {
  const own = boundaries.get(scheme.id) ?? [];
  const last = own.findLast((boundary) => boundary.day <= day);
  return within(period, own).length > 0 && !last?.covered;
}

/** Returns the boundaries that divide a period. A boundary on the first day does not. */
const within = (
  { firstDay, lastDay }: PeriodDays,
  boundaries: readonly RegistrationBoundary[] = [],
): readonly RegistrationBoundary[] =>
  boundaries.filter(({ day }) => day > firstDay && day <= lastDay);

/** Returns the first day of a segment of a period. */
export const segmentStart = ({ firstDay }: Pick<Period, "firstDay">, segment: string): IsoDate =>
  segment === ""
    ? firstDay
    : (`${firstDay.slice(0, 4)}-${segment.slice(0, 2)}-${segment.slice(2)}` as IsoDate);

/**
 * Returns the days whose supplies move when boundaries change: to another segment, or into or out of a covered segment.
 * Undefined when nothing moves. Returns one range around all of them: changes are rare and mostly affect one day.
 */
export function changedDays(before: Boundaries, after: Boundaries): DateRange | undefined {
  const ranges = SCHEMES.flatMap((scheme) => {
    const boundaries = [...(before.get(scheme.id) ?? []), ...(after.get(scheme.id) ?? [])];
    const periods = boundaries.map(({ day }) => periodOn(scheme.period_kind, day));
    const distinct = new Map(periods.map((period) => [period.key, period])).values();
    return [...distinct].flatMap((period) => moved(scheme, period, boundaries, [before, after]));
  });
  return ranges.reduce<DateRange | undefined>(enclosingRange, undefined);
}

/** Returns the range from the first moved day of the period to the period's end. */
function moved(
  scheme: Scheme,
  period: Period,
  boundaries: readonly RegistrationBoundary[],
  changed: readonly [Boundaries, Boundaries],
): DateRange[] {
  const { firstDay, lastDay } = period;
  const starts = boundaries.map(({ day }) => day).filter((day) => day > firstDay && day <= lastDay);
  const placesOn = (day: IsoDate) =>
    changed.map((all) =>
      [segmentOn(scheme, period, day, all), isUncovered(scheme, period, day, all)].join(),
    );
  const from = [firstDay, ...starts.sort()].find((day) => new Set(placesOn(day)).size > 1);
  return from === undefined ? [] : [{ from, to: lastDay }];
}

/** Returns the shortest range that contains both ranges. */
export const enclosingRange = (one: DateRange | undefined, other: DateRange): DateRange => ({
  from: one && one.from < other.from ? one.from : other.from,
  to: one && one.to > other.to ? one.to : other.to,
});
