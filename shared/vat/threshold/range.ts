import * as z from "zod";
import { type DateRange, firstDayOfYear, type IsoDate } from "../../core/calendar/iso-date.ts";
import { IsoDate as IsoDateSchema } from "../../core/calendar/schema.ts";

/** Maximum number of calendar years in a range; each year is a separate read. */
const MOST_YEARS = 10;

const yearOf = (day: IsoDate): number => Number(day.slice(0, 4));

/** Returns the range from 1 January of the year to `day`. */
export const yearToDate = (day: IsoDate): DateRange => ({ from: firstDayOfYear(day), to: day });

/** Returns the whole calendar year before that of `day`. */
export function yearBefore(day: IsoDate): DateRange {
  const year = String(yearOf(day) - 1).padStart(4, "0");
  return { from: `${year}-01-01` as IsoDate, to: `${year}-12-31` as IsoDate };
}

/** Returns the years whose sums the check of this range needs, including the year before the last one. */
export function yearsOf({ from, to }: DateRange): string[] {
  const first = Math.min(yearOf(from), yearOf(to) - 1);
  const count = yearOf(to) - first + 1;
  return Array.from({ length: count }, (_, n) => String(first + n).padStart(4, "0"));
}

type RequestedDays = { readonly from?: IsoDate | undefined; readonly to?: IsoDate | undefined };

/** Returns the requested range; by default from 1 January of the current year to today. */
export const requestedRange = ({ from, to }: RequestedDays, today: IsoDate): DateRange => ({
  from: from ?? firstDayOfYear(today),
  to: to ?? today,
});

const OssRange = z.object({
  threshold_type: z.literal("oss"),
  from: IsoDateSchema.optional(),
  to: IsoDateSchema.optional(),
});

/** Returns the contradictions between the two days of a request, one of which may default to today. */
export function rangeFaults(body: unknown, today: IsoDate): { field: string; message: string }[] {
  const asked = OssRange.safeParse(body);
  if (!asked.success) return [];
  const { from, to } = requestedRange(asked.data, today);
  if (from > to) return [{ field: "from", message: `${from} must not lie after to, ${to}` }];
  return yearOf(to) - yearOf(from) < MOST_YEARS
    ? []
    : [{ field: "from", message: `a range touches at most ${MOST_YEARS} calendar years` }];
}
