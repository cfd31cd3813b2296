import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { monthsOf } from "../../core/calendar/month.ts";
import { type Period, periodAfter, periodNamed } from "../../core/calendar/period.ts";
import { quarterKeyOn, quarterOf, quarterOn } from "../../core/calendar/quarter.ts";
import { returnBook, thresholdBook } from "../../ledger/sums/sum-key.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";

/** The first quarter for which there is a special scheme of this kind (Directive 2008/8/EC, from 2015). */
export const FIRST_DAY = "2015-01-01" as IsoDate;

/**
 * The quarters in which a sum can matter: from the first one asked for to the end of next year, and
 * those of the account's events, wherever they lie. An audit goes by quarters: every sum is of days of one.
 */
export function auditedQuarters(
  today: IsoDate,
  ofEvents: readonly Period[],
  from: IsoDate,
): Period[] {
  const last = `${Number(today.slice(0, 4)) + 1}-12-31`;
  const usual: Period[] = [];
  for (let one = quarterOn(from); one.firstDay <= last; one = periodAfter(one)) {
    usual.push(one);
  }
  const byKey = new Map([...usual, ...ofEvents].map((one) => [one.key, one]));
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** The books that the events of a quarter's days count in: the year's is shared by four quarters. */
export const booksIn = (quarter: Period): string[] => [
  ...SCHEMES.flatMap((scheme) =>
    (scheme.period_kind === "quarter" ? [quarter] : monthsOf(quarter)).map(({ key }) =>
      returnBook(scheme, key),
    ),
  ),
  yearBook(quarter),
];

const yearBook = ({ firstDay }: Period): string => thresholdBook(firstDay.slice(0, 4));

/** Whether a sum is one of the quarter. Of a year's, what is of no day belongs to the first quarter. */
export function isSumOf(quarter: Period, book: string, key: string): boolean {
  if (book !== yearBook(quarter)) return booksIn(quarter).includes(book);
  const day = /^day\|(\d{4}-\d\d-\d\d)\|/.exec(key)?.[1];
  if (day === undefined || day.slice(0, 4) !== quarter.key.slice(0, 4)) {
    return quarter.key.endsWith("Q1");
  }
  return quarter.firstDay <= day && day <= quarter.lastDay;
}

/** The quarters that may have sums in a book; none when no period is called so. */
export function quartersOf(book: string): Period[] {
  const named = book.slice(1);
  const period = periodNamed(named);
  const firsts = period
    ? [period.firstDay]
    : ["01", "04", "07", "10"].map((month) => `${named}-${month}-01` as IsoDate);
  return firsts
    .map((day) => quarterOf(quarterKeyOn(day)))
    .filter((quarter) => quarter !== undefined)
    .filter((quarter) => booksIn(quarter).includes(book));
}
