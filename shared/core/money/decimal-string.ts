import { dinero, toDecimal } from "dinero.js/bigint";
import { exponentOf } from "./currency.ts";

/**
 * An amount in major units, with all decimals of its currency: 10000 of EUR is "100.00".
 * @throws RangeError when the currency is unknown or the amount is no whole number of minor units.
 */
export function decimalString(amount_minor: number, currency: string): string {
  const exponent = exponentOf(currency);
  if (exponent === undefined) throw new RangeError(`no minor unit is known of ${currency}`);
  return decimal(amount_minor, currency, exponent);
}

/** A rate as a percentage with two decimals: 2000 basis points are "20.00". */
export const percentString = (rate_bps: number): string => decimal(rate_bps, "percent", 2);

/** Whole numbers go in and text comes out: a division could leave 0.1 + 0.2 in somebody's books. */
function decimal(units: number, code: string, decimals: number): string {
  if (!Number.isSafeInteger(units)) throw new RangeError(`no whole number of units: ${units}`);
  const currency = { code, base: 10n, exponent: BigInt(decimals) };
  return toDecimal(dinero({ amount: BigInt(units), currency }));
}

/**
 * An exact sum as a JSON number.
 * @throws RangeError beyond 2^53, where a JSON number would silently lose its last digits.
 */
export function jsonInteger(sum: bigint): number {
  const number = Number(sum);
  if (!Number.isSafeInteger(number)) throw new RangeError("a sum is too large for a JSON number");
  // Minus zero would be shown as zero but compare as something else.
  return number === 0 ? 0 : number;
}
