import { type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { type DayRates, publicationDayFor } from "./day-sums.ts";

/** Maximum age of a rate that stands in for a missing one. Currencies rarely move by the margin of 5 % in a quarter. */
const LONGEST_GAP_DAYS = 92;

/** Returns the days before `first` whose rates may stand in for missing ones. */
export const daysBefore = (first: IsoDate) => ({
  from: plusDays(first, -LONGEST_GAP_DAYS),
  to: plusDays(first, -1),
});

/** Returns the publication days of these supplies for which no rates are stored at all. */
export const unpublishedDays = (rates: DayRates, days: readonly IsoDate[]): IsoDate[] =>
  [...new Set(days.map((day) => publicationDayFor(day, rates)))].filter(
    (day) => !rates.days.has(day),
  );

/**
 * Fills each publication day that is missing with the last rates known before it. The result serves estimates only: a
 * return never uses it. A currency that the ECB has stopped quoting stays without a rate.
 * @returns `rates` itself if no day is missing
 */
export function withLastKnownRates(rates: DayRates, days: readonly IsoDate[]): DayRates {
  const missing = unpublishedDays(rates, days);
  if (missing.length === 0) return rates;
  const filled = new Map(rates.days);
  for (const day of missing) {
    const known = lastKnownBefore(day, rates);
    if (known) filled.set(day, known);
  }
  return { ...rates, days: filled };
}

function lastKnownBefore(day: IsoDate, { days }: DayRates) {
  for (let back = 1; back <= LONGEST_GAP_DAYS; back += 1) {
    const known = days.get(plusDays(day, -back));
    if (known) return known;
  }
  return undefined;
}
