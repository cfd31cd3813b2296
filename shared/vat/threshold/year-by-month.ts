import * as z from "zod";
import { type DateRange, type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { monthKeyOn, monthOf } from "../../core/calendar/month.ts";
import { IsoDate as Day } from "../../core/calendar/schema.ts";
import type { ThresholdInput } from "./threshold-input.ts";
import { turnoverUpTo } from "./turnover.ts";

export const MonthEnd = z
  .strictObject({
    to: Day.describe("The last day of a month, or today"),
    current_minor: z.int().min(0).describe("From the first day of the year on, EUR minor units"),
  })
  .meta({ id: "TurnoverToDate" });
type MonthEnd = z.output<typeof MonthEnd>;

/** How the turnover of a range has grown: what it had come to at the end of each month, and of the range. */
export function turnoverByMonth({ range, sums, rates }: ThresholdInput): MonthEnd[] {
  const ends = monthEndsIn(range);
  const totals = turnoverUpTo(ends, range.from, sums, rates);
  return ends.map((to, n) => ({ to, current_minor: totals[n] ?? 0 }));
}

function monthEndsIn({ from, to }: DateRange): IsoDate[] {
  const end = monthOf(monthKeyOn(from))?.lastDay;
  return end === undefined || end >= to
    ? [to]
    : [end, ...monthEndsIn({ from: plusDays(end, 1), to })];
}
