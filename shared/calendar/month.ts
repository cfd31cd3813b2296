import { type IsoDate, plusDays } from "./iso-date.ts";

/** A tax period of the import scheme (Art. 369s VAT Directive: the calendar month). */
export type Month = {
  readonly key: string;
  readonly firstDay: IsoDate;
  /** Inclusive. The ECB rate of this day converts the whole month. */
  readonly lastDay: IsoDate;
  /** The end of the following month (Art. 369s). */
  readonly filingDueDate: IsoDate;
};

/** The month named by `key`, YYYY-MM, or undefined when it is not of that form. */
export function monthOf(key: string): Month | undefined {
  if (!/^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(key) || key >= "9998-12") return undefined;
  const firstDay = `${key}-01` as IsoDate;
  const next = firstOfNextMonth(firstDay);
  return {
    key,
    firstDay,
    lastDay: plusDays(next, -1),
    filingDueDate: plusDays(firstOfNextMonth(next), -1),
  };
}

/** The months of a quarter, by its first day; at the end of the calendar those that are months. */
export function monthsOf({ firstDay }: { readonly firstDay: IsoDate }): Month[] {
  const first = Number(firstDay.slice(5, 7));
  return [first, first + 1, first + 2]
    .map((month) => monthOf(`${firstDay.slice(0, 4)}-${String(month).padStart(2, "0")}`))
    .filter((month) => month !== undefined);
}

/** Every day of a month, in order. */
export const daysOf = ({ firstDay, lastDay }: Month): IsoDate[] =>
  Array.from({ length: Number(lastDay.slice(8)) }, (_, n) => plusDays(firstDay, n));

/** The key of the month that `day` lies in. */
export const monthKeyOn = (day: IsoDate): string => day.slice(0, 7);

const firstOfNextMonth = (firstDay: IsoDate): IsoDate =>
  `${plusDays(firstDay, 31).slice(0, 7)}-01` as IsoDate;
