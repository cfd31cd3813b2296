import { type IsoDate, plusDays } from "./iso-date.ts";

/** Returns the month with the key `key`, YYYY-MM; undefined when the key does not have that form. */
export function monthOf(key: string): Period | undefined {
  if (!/^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(key) || key >= "9998-12") return undefined;
  const firstDay = `${key}-01` as IsoDate;
  const next = firstOfNextMonth(firstDay);
  return {
    kind: "month",
    key,
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

/** Returns the key of the month that contains `day`. */
export const monthKeyOn = (day: IsoDate): string => day.slice(0, 7);

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
    key: `${year}-Q${n}`,
    firstDay: `${year}-${firstMonth}-01` as IsoDate,
    lastDay: `${year}-${LAST_DAY_OF_QUARTER[n - 1]}` as IsoDate,
    filingDueDate: `${n === 4 ? year + 1 : year}-${LAST_DAY_OF_NEXT_MONTH[n - 1]}` as IsoDate,
  };
}

/** Returns the key of the quarter that contains `day`. */
export const quarterKeyOn = (day: IsoDate): string =>
  `${Number(day.slice(0, 4))}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** Returns the quarter that contains `day`. */
export const quarterOn = (day: IsoDate): Period => quarterOf(quarterKeyOn(day)) as Period;

export type PeriodKind = "quarter" | "month";

/** A tax period: the quarter or month that one return covers. */
export type Period = {
  readonly kind: PeriodKind;
  /** The key, `YYYY-Qn` or `YYYY-MM`, as used in URLs and in the table. */
  readonly key: string;
  readonly firstDay: IsoDate;
  /** The last day of the period, inclusive. Its ECB rate converts the whole period (Art. 369h, 369v VAT Directive). */
  readonly lastDay: IsoDate;
  /** The end of the following month (Art. 369f, 369s VAT Directive); not moved for weekends or holidays. */
  readonly filingDueDate: IsoDate;
};

/** Returns the period with the key `key`; undefined when the key has neither the form YYYY-Qn nor YYYY-MM. */
export const periodNamed = (key: string): Period | undefined => quarterOf(key) ?? monthOf(key);

/** Returns the key of the period of that kind that contains `day`. */
export const periodKeyOn = (kind: PeriodKind, day: IsoDate): string =>
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

/** Returns the next period of the same kind. */
export const periodAfter = ({ kind, lastDay }: Period): Period =>
  periodOn(kind, plusDays(lastDay, 1));

/** Returns the previous period of the same kind. */
export const periodBefore = ({ kind, firstDay }: Period): Period =>
  periodOn(kind, plusDays(firstDay, -1));

/** Returns the periods of that kind from the one of day `last` back to the one of day `first`, the newest first. */
export function periodsBack(kind: PeriodKind, last: IsoDate, first: IsoDate): Period[] {
  const found: Period[] = [];
  for (let one = periodOn(kind, last); one.lastDay >= first; one = periodBefore(one)) {
    found.push(one);
  }
  return found;
}
