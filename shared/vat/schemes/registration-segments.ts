import { type DateRange, type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { type Period, periodOn } from "../../core/calendar/period.ts";
import type { Registration } from "../seller/registration.ts";
import type { Scheme } from "./scheme.ts";
import { SCHEMES } from "./schemes.ts";

/*
 * A registration binds by day (CIR 282/2011 Art. 57d, 59): where one begins or ends within a period,
 * the sums of the period are kept apart by the days between such edges. Most periods have none.
 */

/** A day on which a registration begins, or on which one has just ended. */
type RegistrationBoundary = {
  readonly day: IsoDate;
  /** Whether a registration has the days from this one to the next edge. */
  readonly covered: boolean;
};

/** The edges of each scheme, in order of their days. */
export type Boundaries = ReadonlyMap<string, readonly RegistrationBoundary[]>;

export const NO_BOUNDARIES: Boundaries = new Map();

/** A row that is only pending counts as well, so that its start moves no sums. */
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

type Days = Pick<Period, "firstDay" | "lastDay">;

/** The segment of a period that `day` lies in: its first day as MMDD, or empty for the first segment. */
export function segmentOn(
  scheme: Pick<Scheme, "id">,
  period: Days,
  day: IsoDate,
  boundaries: Boundaries,
): string {
  const start = within(period, boundaries.get(scheme.id)).findLast(
    (boundary) => boundary.day <= day,
  );
  return start === undefined ? "" : start.day.slice(5).replace("-", "");
}

/**
 * Whether `day` lies in a segment that no registration has, of a period in which one has another
 * segment. A period that no registration has at all still waits for one.
 */
export function isUncovered(
  scheme: Pick<Scheme, "id">,
  period: Days,
  day: IsoDate,
  boundaries: Boundaries,
): boolean {
  const own = boundaries.get(scheme.id) ?? [];
  const last = own.findLast((boundary) => boundary.day <= day);
  return within(period, own).length > 0 && !last?.covered;
}

/** The edges that cut a period. One on its first day does not. */
const within = (
  { firstDay, lastDay }: Days,
  boundaries: readonly RegistrationBoundary[] = [],
): readonly RegistrationBoundary[] =>
  boundaries.filter(({ day }) => day > firstDay && day <= lastDay);

/** The first day of a segment of a period. */
export const segmentStart = ({ firstDay }: Pick<Period, "firstDay">, segment: string): IsoDate =>
  segment === ""
    ? firstDay
    : (`${firstDay.slice(0, 4)}-${segment.slice(0, 2)}-${segment.slice(2)}` as IsoDate);

/**
 * The days whose supplies are counted elsewhere after a change of edges than before: in another segment, or
 * in one that a registration has now, or has no longer. Undefined when there are none. One range around
 * all of them: changes are rare, and mostly of one day.
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

/** From the first day of the period that is counted elsewhere to its end. */
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

/** The shortest range that holds both. */
export const enclosingRange = (one: DateRange | undefined, other: DateRange): DateRange => ({
  from: one && one.from < other.from ? one.from : other.from,
  to: one && one.to > other.to ? one.to : other.to,
});
