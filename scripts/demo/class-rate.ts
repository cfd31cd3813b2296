import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import { catalogueOf, NO_OVERLAY } from "../../shared/vat/reference-data/vat-rates.ts";
import { classRateOn } from "../../shared/vat/tax-classes/class-rates.ts";

type ClassRate = {
  readonly vat_rate_bps: number;
  readonly rate_category: "standard" | "reduced" | "zero";
};

/**
 * Returns the rate of a tax class in a Member State on a day, and its category in returns.
 * @throws RangeError if the table has no rate.
 */
export function classRate(taxClass: string, state: string, day: IsoDate): ClassRate {
  const vat_rate_bps = rateOn(taxClass, state, day);
  if (vat_rate_bps === 0) return { vat_rate_bps, rate_category: "zero" };
  const standard = vat_rate_bps === rateOn("standard", state, day);
  return { vat_rate_bps, rate_category: standard ? "standard" : "reduced" };
}

/** The business of the demo sells at the built-in rates. */
export const DEMO_RATES = catalogueOf(NO_OVERLAY);

function rateOn(taxClass: string, state: string, day: IsoDate): number {
  const rate = classRateOn(taxClass, state, day, DEMO_RATES);
  if (!rate) throw new RangeError(`no rate of ${taxClass} in ${state} on ${day}`);
  return rate.rate_bps;
}
