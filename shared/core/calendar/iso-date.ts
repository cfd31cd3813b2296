import type * as z from "zod";

/** A calendar day, YYYY-MM-DD: no time, no zone. Compares and sorts as text. */
export type IsoDate = string & z.core.$brand<"IsoDate">;

/** A range of calendar days, with both ends included. */
export type DateRange = { readonly from: IsoDate; readonly to: IsoDate };

export const ALL_DAYS: DateRange = { from: "0000-01-01" as IsoDate, to: "9999-12-31" as IsoDate };

/** Returns the UTC day of an instant. */
export const dayOf = (instant: Date): IsoDate => instant.toISOString().slice(0, 10) as IsoDate;

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
