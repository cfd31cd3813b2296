import { setTimeout as wait } from "node:timers/promises";
import { dayOf, type IsoDate } from "../../shared/core/calendar/dates.ts";

const TIME_LEFT_MS = 120_000;

/**
 * The day that it is in UTC, with two minutes left of it at least. At midnight a day, and now and then
 * a quarter or a year, becomes another one: a file whose tests speak of today begins with this one.
 */
export async function todayWithTimeLeft(): Promise<IsoDate> {
  const left = new Date().setUTCHours(24, 0, 0, 0) - Date.now();
  if (left < TIME_LEFT_MS) await wait(left);
  return dayOf(new Date());
}
