import type { IsoDate } from "../../core/calendar/dates.ts";
import type { EcbDay } from "./ecb-csv.ts";
import { loadEcbRange } from "./store-exchange-rates.ts";

/** Loads the rates from one day to another, both included, in order. */
export type LoadRange = (from: IsoDate, to: IsoDate) => Promise<readonly EcbDay[]>;

/** Lifetime of a cached year. A correction by the ECB takes effect after at most this time. */
const CACHED_MS = 5 * 60_000;

/**
 * Returns a loader that caches rates by whole years for five minutes. A worker that checks many accounts would
 * otherwise read the same partition for each of them. Not for reports, which use a new rate at once, and not for locks,
 * which must not miss one.
 * @param now the clock, in milliseconds.
 */
export function cachedRates(load: LoadRange = loadEcbRange, now = Date.now): LoadRange {
  const years = new Map<
    number,
    { readonly days: Promise<readonly EcbDay[]>; readonly until: number }
  >();
  const yearOf = (year: number) => {
    const cached = years.get(year);
    if (cached && now() < cached.until) return cached.days;
    const days = load(`${year}-01-01` as IsoDate, `${year}-12-31` as IsoDate);
    years.set(year, { days, until: now() + CACHED_MS });
    // A failed read is not cached, so the next account tries again.
    days.catch(() => years.get(year)?.days === days && years.delete(year));
    return days;
  };
  return async (from, to) => {
    const all = await Promise.all(yearsBetween(from, to).map(yearOf));
    return all.flat().filter(({ day }) => from <= day && day <= to);
  };
}

function yearsBetween(from: IsoDate, to: IsoDate): number[] {
  const first = Number(from.slice(0, 4));
  return Array.from({ length: Number(to.slice(0, 4)) - first + 1 }, (_, n) => first + n);
}
