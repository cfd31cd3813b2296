import { type DateRange, type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { isTargetDay } from "../../core/calendar/target-days.ts";
import { frankfurtTime } from "./frankfurt-time.ts";

/** Rates appear at about 16:00; two hours later their absence is worth an alarm. */
const ALARM_HOUR = 18;

/** How far back a hole in the rates is looked for: a year, in which any date of a return lies. */
const WATCHED_DAYS = 366;

/** The days whose rates should be there at this instant; today from 18:00 Frankfurt time on. */
export function watchedRange(now: Date): DateRange {
  const { day, hour } = frankfurtTime(now);
  const to = hour >= ALARM_HOUR ? day : plusDays(day, -1);
  return { from: plusDays(to, 1 - WATCHED_DAYS), to };
}

/** The TARGET days of the range that have no rates, in order. */
export function missingDays({ from, to }: DateRange, stored: Iterable<IsoDate>): IsoDate[] {
  const known = new Set(stored);
  const missing: IsoDate[] = [];
  for (let day = from; day <= to; day = plusDays(day, 1)) {
    if (isTargetDay(day) && !known.has(day)) missing.push(day);
  }
  return missing;
}
