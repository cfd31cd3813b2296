import { dinero, toDecimal } from "dinero.js/bigint";
import { exponentOf } from "./currency.ts";

/**
 * Formats an amount in major units with all decimals of its currency: 10000 of EUR is "100.00".
 * @throws RangeError when the currency is unknown or the amount is no whole number of minor units.
 */
export function decimalString(amount_minor: number, currency: string): string {
  const exponent = exponentOf(currency);
  if (exponent === undefined) throw new RangeError(`no minor unit is known of ${currency}`);
  return decimal(amount_minor, currency, exponent);
}

/** Formats a rate as a percentage with two decimals: 2000 basis points are "20.00". */
export const percentString = (rate_bps: number): string => decimal(rate_bps, "percent", 2);

/** Formats an integer amount as a decimal string. Avoids floating point, which would corrupt amounts. */
function decimal(units: number, code: string, decimals: number): string {
  if (!Number.isSafeInteger(units)) throw new RangeError(`no whole number of units: ${units}`);
  const currency = { code, base: 10n, exponent: BigInt(decimals) };
  return toDecimal(dinero({ amount: BigInt(units), currency }));
}

/**
 * Converts an exact sum to a JSON number.
 * @throws RangeError beyond 2^53, where a JSON number would silently lose its last digits.
 */
export function jsonInteger(sum: bigint): number {
  const number = Number(sum);
  if (!Number.isSafeInteger(number)) throw new RangeError("a sum is too large for a JSON number");
  // Avoids minus zero, which prints as zero but differs from zero in Object.is.
  return number === 0 ? 0 : number;
}
