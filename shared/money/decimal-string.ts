import { exponentOf } from "./currency.ts";

/**
 * An amount in major units, with all decimals of its currency: 10000 of EUR is "100.00".
 * @throws RangeError when the currency is unknown or the amount is no whole number of minor units.
 */
export function decimalString(amount_minor: number, currency: string): string {
  const exponent = exponentOf(currency);
  if (exponent === undefined) throw new RangeError(`no minor unit is known of ${currency}`);
  return shifted(amount_minor, exponent);
}

/** A rate as a percentage with two decimals: 2000 basis points are "20.00". */
export const percentString = (rate_bps: number): string => shifted(rate_bps, 2);

/** Digits are moved as text: a division could leave 0.1 + 0.2 in somebody's books. */
function shifted(units: number, decimals: number): string {
  if (!Number.isSafeInteger(units)) throw new RangeError(`no whole number of units: ${units}`);
  const digits = String(Math.abs(units)).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  return `${units < 0 ? "-" : ""}${whole}${fraction && `.${fraction}`}`;
}
