import {
  ALL_DAYS,
  type DateRange,
  type IsoDate,
  type Period,
  periodOn,
  plusDays,
} from "../../core/calendar/dates.ts";
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
  /** The Member State of identification from this boundary to the next one; undefined without a registration. */
  readonly state: string | undefined;
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
      [...new Set(own.flatMap(daysOf))].sort().map((day) => ({
        day,
        state: own.find((row) => holds(row, day))?.member_state_identification,
      })),
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
  return within(period, own).length > 0 && last?.state === undefined;
}

/** An unbroken run of registrations in one Member State that has ended. */
type EndedSpell = { readonly state: string; readonly from: IsoDate; readonly to: IsoDate };

function endedSpells(boundaries: readonly RegistrationBoundary[] = []): EndedSpell[] {
  const starts = boundaries.filter(({ state }, n) => state !== boundaries[n - 1]?.state);
  return starts.flatMap(({ day, state }, n) => {
    const next = starts[n + 1];
    return state !== undefined && next ? [{ state, from: day, to: plusDays(next.day, -1) }] : [];
  });
}

/**
 * Returns the last day of the registrations that `day` lies in; undefined if they have not ended, or if there is none.
 * Corrections go with the final return of these registrations (Art. 61a CIR 282/2011).
 */
export const spellEndOn = (
  scheme: Pick<Scheme, "id">,
  day: IsoDate,
  boundaries: Boundaries,
): IsoDate | undefined =>
  endedSpells(boundaries.get(scheme.id)).find(({ from, to }) => from <= day && day <= to)?.to;

/** True if a spell of registrations of the scheme ends in a period, so that its return is a final one. */
export const hasFinalReturn = (
  scheme: Pick<Scheme, "id">,
  { firstDay, lastDay }: PeriodDays,
  boundaries: Boundaries,
): boolean =>
  endedSpells(boundaries.get(scheme.id)).some(({ to }) => firstDay <= to && to <= lastDay);

/**
 * Returns the first day of the earliest period with a final return that ends on the day before `from` or later. Corrections
 * of all later days may count in it. Undefined if there is none.
 */
export function firstFinalDay(boundaries: Boundaries, from: IsoDate): IsoDate | undefined {
  const periods = SCHEMES.flatMap((scheme) =>
    endedSpells(boundaries.get(scheme.id)).map(({ to }) => periodOn(scheme.period_kind, to)),
  );
  const days = periods
    .filter(({ lastDay }) => from <= plusDays(lastDay, 1))
    .map(({ firstDay }) => firstDay);
  return days.sort()[0];
}

/** Returns the boundaries that divide a period. A boundary on the first day does not. */
const within = (
  { firstDay, lastDay }: PeriodDays,
  boundaries: readonly RegistrationBoundary[] = [],
): readonly RegistrationBoundary[] =>
  boundaries.filter(({ day }) => day > firstDay && day <= lastDay);

export function segmentStart({ firstDay }: Pick<Period, "firstDay">, segment: string): IsoDate {
  const [start = ""] = segment.split(DATED);
  return start === ""
    ? firstDay
    : (`${firstDay.slice(0, 4)}-${start.slice(0, 2)}-${start.slice(2)}` as IsoDate);
}

/** Precedes the day of a correction in a segment. */
const DATED = "+";

/**
 * Adds its day to the segment of a correction that counts in a final return of before that day. The return does not
 * declare it if it was submitted before (Art. 61a(1) CIR 282/2011).
 */
export const datedSegment = (segment: string, day: IsoDate, returnDay: IsoDate): string =>
  day > returnDay ? `${segment}${DATED}${day}` : segment;

/** Returns the day of a correction that was dated after its registration ended; undefined for all other segments. */
export const correctionDayIn = (segment: string): IsoDate | undefined =>
  segment.split(DATED)[1] as IsoDate | undefined;

/**
 * Returns the days whose supplies move when boundaries change: to another segment, or into or out of a covered segment.
 * Undefined when nothing moves. Returns one range around all of them: changes are rare and mostly affect one day.
 */
export function changedDays(before: Boundaries, after: Boundaries): DateRange | undefined {
  const ranges = SCHEMES.flatMap((scheme) => {
    const boundaries = [...(before.get(scheme.id) ?? []), ...(after.get(scheme.id) ?? [])];
    const periods = boundaries.map(({ day }) => periodOn(scheme.period_kind, day));
    const distinct = new Map(periods.map((period) => [period.key, period])).values();
    return [
      ...[...distinct].flatMap((period) => moved(scheme, period, boundaries, [before, after])),
      ...daysAfterSpells(before.get(scheme.id), after.get(scheme.id)),
    ];
  });
  return ranges.reduce<DateRange | undefined>(enclosingRange, undefined);
}

/** Returns the days after every spell that only one of them has: corrections of these days go with its final return. */
function daysAfterSpells(
  ...changed: readonly (readonly RegistrationBoundary[] | undefined)[]
): DateRange[] {
  const spells = changed.flatMap(endedSpells);
  const named = Map.groupBy(spells, ({ state, from, to }) => [state, from, to].join());
  return [...named.values()].flatMap(([spell, ...more]) =>
    spell && more.length === 0 ? [{ from: plusDays(spell.to, 1), to: ALL_DAYS.to }] : [],
  );
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
export const enclosingRange = (known: DateRange | undefined, other: DateRange): DateRange => ({
  from: known && known.from < other.from ? known.from : other.from,
  to: known && known.to > other.to ? known.to : other.to,
});
