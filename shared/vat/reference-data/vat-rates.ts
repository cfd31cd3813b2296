import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { toReportCode } from "./member-states.ts";
import { rowOn } from "./on-date.ts";
import table from "./rates-in-force.json" with { type: "json" };

/** state → first day → rates in basis points, newest first. Complete from RATES_COMPLETE_FROM. */
const RATES_IN_FORCE: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = table;

/**
 * Every VAT rate, in basis points, that some supply could carry in `country` on `day`: of any class
 * of goods or services and in any region inside the EU VAT territory. For Northern Ireland (XI) the
 * rates of the United Kingdom. Greece answers to EL and GR.
 * @returns undefined where the table claims nothing: before it is complete, and for other countries.
 */
export function ratesInForce(country: string, day: IsoDate): ReadonlySet<number> | undefined {
  const windows = Object.entries(RATES_IN_FORCE[toReportCode(country)] ?? {});
  const row = rowOn(
    windows.map(([valid_from, rates]) => ({ valid_from, rates })),
    day,
  );
  return row && new Set(row.rates);
}

/**
 * Standard rates of regions (rows of other-rates.csv): a supply there may be called standard or, as
 * that Member State has a higher rate, reduced. Jungholz and Mittelberg; listed Aegean islands;
 * Madeira and the Azores.
 */
const REGIONAL_STANDARD_RATES: Readonly<Record<string, readonly number[]>> = {
  AT: [1_900],
  EL: [1_700],
  PT: [2_200, 1_600],
};

/**
 * The rates that may be called standard in `country` on `day`. The standard rate is the highest in
 * force: all others are reduced ones (Art. 96 to 98 VAT Directive).
 * @returns `usual` undefined where the table claims nothing
 */
export function standardRatesInForce(country: string, day: IsoDate) {
  const rates = ratesInForce(country, day);
  return {
    usual: rates && Math.max(...rates),
    regional: REGIONAL_STANDARD_RATES[toReportCode(country)] ?? [],
  };
}
