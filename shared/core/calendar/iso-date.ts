import type * as z from "zod";

/** A calendar day, YYYY-MM-DD: no time, no zone. Compares and sorts as text. */
export type IsoDate = string & z.core.$brand<"IsoDate">;

/** Both days included. */
export type DateRange = { readonly from: IsoDate; readonly to: IsoDate };

export const ALL_DAYS: DateRange = { from: "0000-01-01" as IsoDate, to: "9999-12-31" as IsoDate };

/** The UTC day of an instant. */
export const dayOf = (instant: Date): IsoDate => instant.toISOString().slice(0, 10) as IsoDate;

/** The day `days` after `day` (before it, when negative). */
export function plusDays(day: IsoDate, days: number): IsoDate {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return dayOf(date);
}

/** The same day of the month `years` later; 29 February becomes 28 February where there is none. */
export function plusYears(day: IsoDate, years: number): IsoDate {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, "0");
  const moved = `${year}${day.slice(4)}`;
  const exists = !Number.isNaN(Date.parse(moved)) && dayOf(new Date(moved)) === moved;
  return (exists ? moved : `${year}-02-28`) as IsoDate;
}

export const firstDayOfYear = (day: IsoDate): IsoDate => `${day.slice(0, 4)}-01-01` as IsoDate;
