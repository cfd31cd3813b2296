import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { EcbDay } from "../../vat/exchange-rates/ecb-csv.ts";
import { loadEcbRange } from "./store-rates.ts";

/** The rates from one day to another, both included, in order. */
export type LoadRange = (from: IsoDate, to: IsoDate) => Promise<readonly EcbDay[]>;

/** A rate that the ECB corrects is taken up that much later. */
const CACHED_MS = 5 * 60_000;

/**
 * Loads rates by whole years, and keeps each for five minutes: a worker that checks one account after
 * another would else read the one partition that they share each time. Not for reports, which show a
 * new rate at once, and not for locks, which must not miss one.
 * @param now the clock, in milliseconds.
 */
export function cachedRates(load: LoadRange = loadEcbRange, now = Date.now): LoadRange {
  const years = new Map<
    number,
    { readonly days: Promise<readonly EcbDay[]>; readonly until: number }
  >();
  const yearOf = (year: number) => {
    const kept = years.get(year);
    if (kept && now() < kept.until) return kept.days;
    const days = load(`${year}-01-01` as IsoDate, `${year}-12-31` as IsoDate);
    years.set(year, { days, until: now() + CACHED_MS });
    // What failed is not kept: the next account tries again.
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
