import type * as z from "zod";
import type { PeriodKey } from "../ids.ts";

/** A calendar day, YYYY-MM-DD: no time, no zone. Compares and sorts as text. */
export type IsoDate = string & z.core.$brand<"IsoDate">;

/** A range of calendar days, with both ends included. */
export type DateRange = { readonly from: IsoDate; readonly to: IsoDate };

export const ALL_DAYS: DateRange = { from: "0000-01-01" as IsoDate, to: "9999-12-31" as IsoDate };

/** An instant; in a sandbox with a clock its time is the real one, and its day that of the clock. */
type Instant = Date & { readonly day?: IsoDate };

/** Returns the instant `at` on the day of a sandbox's clock; without such a day, on its own. */
export const instantOn = (day: IsoDate | undefined, at = new Date()): Instant =>
  day === undefined ? at : Object.assign(new Date(at), { day });

/** Returns the day of an instant by which the law is applied: its UTC day, or that of the sandbox's clock. */
export const dayOf = (instant: Instant): IsoDate =>
  instant.day ?? (instant.toISOString().slice(0, 10) as IsoDate);

/** Returns the instant from which periods of a notice count: in a sandbox with a clock, the start of its day. */
export const noticeInstant = (instant: Instant): Date =>
  instant.day === undefined ? instant : new Date(`${instant.day}T00:00:00Z`);

/** Returns the day `days` after `day`, or before `day` when `days` is negative. */
export function plusDays(day: IsoDate, days: number): IsoDate {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return dayOf(date);
}

/** Moves a day by `years`. 29 February becomes 28 February in a year that has no 29 February. */
export function plusYears(day: IsoDate, years: number): IsoDate {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, "0");
  const moved = `${year}${day.slice(4)}`;
  const exists = !Number.isNaN(Date.parse(moved)) && dayOf(new Date(moved)) === moved;
  return (exists ? moved : `${year}-02-28`) as IsoDate;
}

export const firstDayOfYear = (day: IsoDate): IsoDate => `${day.slice(0, 4)}-01-01` as IsoDate;

/**
 * The row of a dated table. A row holds from `valid_from` to `valid_to`, both days included, as laws word it ("until 31
 * December"). A row without a first day is older than the table; one without a last day holds until a newer row begins.
 */
export type Dated = {
  readonly valid_from?: string | undefined;
  readonly valid_to?: string | null | undefined;
};

/** True if `day` is between the row's first and last day, both included. */
export const holdsOn = ({ valid_from, valid_to }: Dated, day: string): boolean =>
  (valid_from ?? day) <= day && day <= (valid_to ?? day);

/**
 * Returns the row in force on `day`; `rows` are ordered newest first.
 * @returns undefined where the table has no data, which never means 0 %.
 */
export const rowOn = <Row extends Dated>(rows: readonly Row[], day: string): Row | undefined =>
  rows.find((row) => holdsOn(row, day));

/** Returns the month with the key `key`, YYYY-MM; undefined when the key does not have that form. */
export function monthOf(key: string): Period | undefined {
  if (!/^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(key) || key >= "9998-12") return undefined;
  const firstDay = `${key}-01` as IsoDate;
  const next = firstOfNextMonth(firstDay);
  return {
    kind: "month",
    key: key as PeriodKey,
    firstDay,
    lastDay: plusDays(next, -1),
    filingDueDate: plusDays(firstOfNextMonth(next), -1),
  };
}

/** Returns the months of a quarter by its first day. At the end of the calendar only valid months are returned. */
export function monthsOf({ firstDay }: { readonly firstDay: IsoDate }): Period[] {
  const first = Number(firstDay.slice(5, 7));
  return [first, first + 1, first + 2]
    .map((month) => monthOf(`${firstDay.slice(0, 4)}-${String(month).padStart(2, "0")}`))
    .filter((month) => month !== undefined);
}

export const monthKeyOn = (day: IsoDate): PeriodKey => day.slice(0, 7) as PeriodKey;

const firstOfNextMonth = (firstDay: IsoDate): IsoDate =>
  `${plusDays(firstDay, 31).slice(0, 7)}-01` as IsoDate;

const LAST_DAY_OF_QUARTER = ["03-31", "06-30", "09-30", "12-31"] as const;
const LAST_DAY_OF_NEXT_MONTH = ["04-30", "07-31", "10-31", "01-31"] as const;

/** Returns the quarter with the key `key`, YYYY-Qn; undefined when the key does not have that form. */
export function quarterOf(key: string): Period | undefined {
  const match = /^([1-9]\d{3})-Q([1-4])$/.exec(key);
  if (!match || key === "9999-Q4") return undefined;
  const year = Number(match[1]);
  const n = Number(match[2]);
  const firstMonth = String(n * 3 - 2).padStart(2, "0");
  return {
    kind: "quarter",
    key: `${year}-Q${n}` as PeriodKey,
    firstDay: `${year}-${firstMonth}-01` as IsoDate,
    lastDay: `${year}-${LAST_DAY_OF_QUARTER[n - 1]}` as IsoDate,
    filingDueDate: `${n === 4 ? year + 1 : year}-${LAST_DAY_OF_NEXT_MONTH[n - 1]}` as IsoDate,
  };
}

export const quarterKeyOn = (day: IsoDate): PeriodKey =>
  `${Number(day.slice(0, 4))}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}` as PeriodKey;

export const quarterOn = (day: IsoDate): Period => quarterOf(quarterKeyOn(day)) as Period;

export type PeriodKind = "quarter" | "month";

/** A tax period: the quarter or month that one return covers. */
export type Period = {
  readonly kind: PeriodKind;
  /** The key, `YYYY-Qn` or `YYYY-MM`, as used in URLs and in the table. */
  readonly key: PeriodKey;
  readonly firstDay: IsoDate;
  /** The last day of the period, inclusive. Its ECB rate converts the whole period (Art. 369h, 369v VAT Directive). */
  readonly lastDay: IsoDate;
  /** The end of the following month (Art. 369f, 369s VAT Directive); not moved for weekends or holidays. */
  readonly filingDueDate: IsoDate;
};

/** Returns the period with the key `key`; undefined when the key has neither the form YYYY-Qn nor YYYY-MM. */
export const periodNamed = (key: string): Period | undefined => quarterOf(key) ?? monthOf(key);

export const periodKeyOn = (kind: PeriodKind, day: IsoDate): PeriodKey =>
  kind === "quarter" ? quarterKeyOn(day) : monthKeyOn(day);

/**
 * Returns the period of that kind that contains `day`.
 * @throws RangeError when the calendar has no due date for that period; no event can have such a day.
 */
export function periodOn(kind: PeriodKind, day: IsoDate): Period {
  const period = periodNamed(periodKeyOn(kind, day));
  if (!period) throw new RangeError(`no ${kind} holds ${day}`);
  return period;
}

export const periodAfter = ({ kind, lastDay }: Period): Period =>
  periodOn(kind, plusDays(lastDay, 1));

export const periodBefore = ({ kind, firstDay }: Period): Period =>
  periodOn(kind, plusDays(firstDay, -1));

/** Returns the periods of that kind from the one of day `last` back to the one of day `first`, the newest first. */
export function periodsBack(kind: PeriodKind, last: IsoDate, first: IsoDate): Period[] {
  const found: Period[] = [];
  for (let period = periodOn(kind, last); period.lastDay >= first; period = periodBefore(period)) {
    found.push(period);
  }
  return found;
}

/** Closing days of TARGET that fall on the same date every year; 24 and 31 December are open. */
const FIXED_CLOSING_DAYS: ReadonlySet<string> = new Set(["01-01", "05-01", "12-25", "12-26"]);

/** True if TARGET is open on that day, so that the ECB publishes reference rates. Valid for 2002 and later. */
export function isTargetDay(day: IsoDate): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6 || FIXED_CLOSING_DAYS.has(day.slice(5))) return false;
  const easter = easterSunday(Number(day.slice(0, 4)));
  const goodFriday = plusDays(easter, -2);
  const easterMonday = plusDays(easter, 1);
  return day !== goodFriday && day !== easterMonday;
}

/**
 * Returns the day whose rates convert a period that ends on `day`: the day itself, or the next day on which rates are
 * published (Art. 369h(2), 369v(2) VAT Directive). Never returns an earlier day.
 */
export function publicationDayOn(day: IsoDate): IsoDate {
  let candidate = day;
  while (!isTargetDay(candidate)) candidate = plusDays(candidate, 1);
  return candidate;
}

/** Computes Gregorian Easter Sunday with the algorithm of Meeus, Jones and Butcher. */
function easterSunday(year: number): IsoDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const skipped = century - Math.floor(century / 4);
  const lunar = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + skipped - lunar + 15) % 30;
  const leaps = 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4);
  const toSunday = (32 + leaps - epact - (yearOfCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const dayOfYear = epact + toSunday - 7 * shift + 114;
  const month = String(Math.floor(dayOfYear / 31)).padStart(2, "0");
  const day = String((dayOfYear % 31) + 1).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${month}-${day}` as IsoDate;
}
