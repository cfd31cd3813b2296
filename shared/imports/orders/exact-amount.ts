import { addExact, type Exact, exponentOf, ZERO } from "../../core/money/money.ts";
import { RowError } from "../formats/outcome.ts";

const DECIMAL = /^([+-]?)(\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{0,12}))?$/;

/**
 * Converts a decimal text of a shop into an exact amount in minor units of `currency`: "15.271" in EUR is 1527.1. Shops
 * write more decimals than a currency has.
 * @throws RowError for `column`
 */
export function exactOf(text: string, currency: string, column: string): Exact {
  const exponent = exponentOf(currency);
  if (exponent === undefined) {
    throw new RowError("unknown_currency", column, `"${currency}" is no ISO 4217 currency.`);
  }
  const parts = DECIMAL.exec(text.trim().replace(/^[−–]/, "-"));
  if (!parts) throw new RowError("not_a_number", column, `"${text.slice(0, 40)}" is no amount.`);
  const [, sign, whole = "", decimals = ""] = parts;
  const padded = decimals.padEnd(exponent, "0");
  const digits = BigInt(whole.replaceAll(",", "") + padded);
  const numerator = sign === "-" ? -digits : digits;
  // Most texts have the decimals of their currency, which need no fraction.
  if (padded.length === exponent) return { numerator, denominator: 1n };
  return scaled({ numerator, denominator: 10n ** BigInt(padded.length - exponent) });
}

/** Returns a whole number where the fraction is one, so that most sums need no common denominator. */
const scaled = (amount: Exact): Exact =>
  amount.numerator % amount.denominator === 0n
    ? { numerator: amount.numerator / amount.denominator, denominator: 1n }
    : amount;

/** Returns a decimal text with the other sign. */
export const negatedText = (text: string): string => {
  const written = text.trim();
  return written.startsWith("-") ? written.slice(1) : `-${written.replace(/^\+/, "")}`;
};

/** Returns an amount in minor units of `currency` as the decimal text of a shop, to a millionth. */
export const textOfExact = (amount: Exact, currency: string): string =>
  (roughly(amount) / 10 ** (exponentOf(currency) ?? 0)).toFixed(6);

/** Returns the smallest unit to which a shop rounds, in minor units of `currency`, by the decimals of its texts. */
export function stepOf(texts: readonly string[], currency: string): number {
  const decimals = texts.map((text) => /\.(\d+)$/.exec(text.trim())?.[1]?.length ?? 0);
  return 10 ** ((exponentOf(currency) ?? 0) - Math.max(0, ...decimals));
}

export const sumExact = (amounts: readonly Exact[]): Exact => amounts.reduce(addExact, ZERO);

const negative = ({ numerator, denominator }: Exact): Exact => ({
  numerator: -numerator,
  denominator,
});

export const minus = (a: Exact, b: Exact): Exact => addExact(a, negative(b));

/** Multiplies by a whole number, and divides by another that is positive. */
export const timesExact = ({ numerator, denominator }: Exact, by: number, over = 1): Exact =>
  scaled({ numerator: numerator * BigInt(by), denominator: denominator * BigInt(over) });

export const isZero = ({ numerator }: Exact): boolean => numerator === 0n;

/** Returns an amount as a floating-point number: good enough for a tolerance, never for an amount that is booked. */
export const roughly = ({ numerator, denominator }: Exact): number =>
  Number(numerator) / Number(denominator);

/** True if `vat` is the VAT of `net` at a rate, within `slack` minor units. */
export const fitsExactly = (net: Exact, vat: Exact, rate_bps: number, slack: number): boolean =>
  Math.abs(roughly(minus(timesExact(net, rate_bps, 10_000), vat))) <= slack + 1e-9;
