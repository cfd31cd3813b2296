import { type IsoDate, plusDays } from "./iso-date.ts";
import type { Period } from "./period.ts";

/** The month named by `key`, YYYY-MM, or undefined when it is not of that form. */
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

/** The months of a quarter, by its first day; at the end of the calendar those that are months. */
export function monthsOf({ firstDay }: { readonly firstDay: IsoDate }): Period[] {
  const first = Number(firstDay.slice(5, 7));
  return [first, first + 1, first + 2]
    .map((month) => monthOf(`${firstDay.slice(0, 4)}-${String(month).padStart(2, "0")}`))
    .filter((month) => month !== undefined);
}

/** The key of the month that `day` lies in. */
export const monthKeyOn = (day: IsoDate): string => day.slice(0, 7);

const firstOfNextMonth = (firstDay: IsoDate): IsoDate =>
  `${plusDays(firstDay, 31).slice(0, 7)}-01` as IsoDate;
