import type { IsoDate } from "../../shared/calendar/iso-date.ts";
import { toIsoCode } from "../../shared/reference-data/member-states.ts";
import table from "../../shared/reference-data/tax-rates.json" with { type: "json" };

/** class → country (ISO) → first day → rate in basis points, newest first. */
const RATES: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>> =
  table;

export type TaxClass = keyof typeof table;

export type ClassRate = {
  readonly vat_rate_bps: number;
  readonly rate_category: "standard" | "reduced" | "zero";
};

/**
 * The rate of a tax class in a Member State on a day, and which of the return's categories it is.
 * @throws RangeError where the table says nothing.
 */
export function classRate(taxClass: TaxClass, state: string, day: IsoDate): ClassRate {
  const vat_rate_bps = rateOn(taxClass, state, day);
  if (vat_rate_bps === 0) return { vat_rate_bps, rate_category: "zero" };
  const standard = vat_rate_bps === rateOn("standard", state, day);
  return { vat_rate_bps, rate_category: standard ? "standard" : "reduced" };
}

function rateOn(taxClass: TaxClass, state: string, day: IsoDate): number {
  const windows = Object.entries(RATES[taxClass]?.[toIsoCode(state)] ?? {});
  const window = windows.find(([from]) => from <= day);
  if (!window) throw new RangeError(`no rate of ${taxClass} in ${state} on ${day}`);
  return window[1];
}
