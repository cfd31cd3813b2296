import { type IsoDate, rowOn } from "../../core/calendar/iso-date.ts";
import { toReportCode } from "./member-states.ts";
import { acceptedOn } from "./rate-overlay.ts";
import table from "./rates-in-force.json" with { type: "json" };

/** state → first day → rates in basis points, newest first. Complete from RATES_COMPLETE_FROM. */
const RATES_IN_FORCE: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = table;

/**
 * Returns every VAT rate, in basis points, in force in `country` on `day`: of any class of goods or services and in any
 * region of the EU VAT territory. For Northern Ireland (XI), the rates of the United Kingdom. Accepts EL and GR for
 * Greece.
 * @returns undefined where the table has no data: before it is complete, and for other countries.
 */
export function ratesInForce(country: string, day: IsoDate): ReadonlySet<number> | undefined {
  const state = toReportCode(country);
  const rates = builtInOn(state, day);
  return rates && withAccepted(state, day, rates);
}

function builtInOn(state: string, day: IsoDate): ReadonlySet<number> | undefined {
  const windows = Object.entries(RATES_IN_FORCE[state] ?? {});
  const row = rowOn(
    windows.map(([valid_from, rates]) => ({ valid_from, rates })),
    day,
  );
  return row && new Set(row.rates);
}

/**
 * Adds the accepted rates. An accepted standard rate replaces the built-in one, unless the built-in table has a newer
 * one; former reduced rates stay, because other classes may have them.
 */
function withAccepted(state: string, day: IsoDate, rates: ReadonlySet<number>) {
  const accepted = acceptedOn(state, day);
  const standard = accepted.find(({ class_id }) => class_id === "standard");
  const usual = Math.max(...rates);
  const isNewest = standard && Math.max(...(builtInOn(state, standard.valid_from) ?? [])) === usual;
  const reduced = accepted.filter(({ class_id }) => class_id !== "standard");
  const kept = isNewest ? [...rates].filter((rate) => rate !== usual) : rates;
  return new Set([
    ...kept,
    ...reduced.map(({ rate_bps }) => rate_bps),
    ...(isNewest ? [standard.rate_bps] : []),
  ]);
}

/**
 * Standard rates of regions (rows of other-rates.csv): Jungholz and Mittelberg; listed Aegean islands; Madeira and the
 * Azores. A supply there may be reported as standard or, because the Member State has a higher rate, as reduced.
 */
const REGIONAL_STANDARD_RATES: Readonly<Record<string, readonly number[]>> = {
  AT: [1_900],
  EL: [1_700],
  PT: [2_200, 1_600],
};

/**
 * Returns the rates that may be reported as standard in `country` on `day`. The standard rate is the highest in force;
 * all lower rates are reduced rates (Art. 96 to 98 VAT Directive).
 * @returns `usual` undefined where the table has no data
 */
export function standardRatesInForce(country: string, day: IsoDate) {
  const rates = ratesInForce(country, day);
  return {
    usual: rates && Math.max(...rates),
    regional: REGIONAL_STANDARD_RATES[toReportCode(country)] ?? [],
  };
}
