import { calculator, halfAwayFromZero } from "dinero.js/bigint";
import { keepResults } from "../kept-results.ts";
import { exponentOf } from "./currency.ts";

/** An ECB reference rate as published: units of `currency` per euro. EUR itself has the rate "1". */
export type Quote = { readonly currency: string; readonly rate: string };

/** An exact amount before rounding, as a fraction with a positive denominator. */
export type Exact = { readonly numerator: bigint; readonly denominator: bigint };

export const ZERO: Exact = { numerator: 0n, denominator: 1n };

/**
 * Converts `amount_minor` of the `from` currency to minor units of the `to` currency through the euro (Art. 369h(2) VAT
 * Directive), without rounding.
 * @throws RangeError when a currency is unknown or a rate is no positive decimal number.
 */
export function exactIn(amount_minor: bigint, from: Quote, to: Quote): Exact {
  if (from.currency === to.currency) return { numerator: amount_minor, denominator: 1n };
  const sold = minorPerEuro(from);
  const bought = minorPerEuro(to);
  return {
    numerator: amount_minor * bought.numerator * sold.denominator,
    denominator: sold.numerator * bought.denominator,
  };
}

/** Returns the minor units that one euro buys: 4.2735 zloty is 427.35 groszy. */
const minorPerEuro = ({ currency, rate }: Quote): Exact => parsedQuote(`${currency} ${rate}`);

const parsedQuote = keepResults((quote): Exact => {
  const end = quote.indexOf(" ");
  const [currency, rate] = [quote.slice(0, end), quote.slice(end + 1)];
  const exponent = exponentOf(currency);
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(rate);
  const unscaled = BigInt(parts ? `${parts[1]}${parts[2] ?? ""}` : 0);
  if (exponent === undefined || unscaled <= 0n) {
    throw new RangeError(`no rate to convert with: ${quote}`);
  }
  return {
    numerator: unscaled * 10n ** BigInt(exponent),
    denominator: 10n ** BigInt(parts?.[2]?.length ?? 0),
  };
});

export function addExact(a: Exact, b: Exact): Exact {
  if (a.denominator === b.denominator) {
    return { numerator: a.numerator + b.numerator, denominator: a.denominator };
  }
  return reduced({
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  });
}

/** Reduces a fraction. Otherwise a sum over many currencies would grow a denominator of hundreds of digits. */
function reduced({ numerator, denominator }: Exact): Exact {
  let [divisor, rest] = [numerator < 0n ? -numerator : numerator, denominator];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/**
 * Rounds to a whole minor unit. Halves round away from zero, so that a refund converts to the exact opposite of its
 * sale.
 */
export const roundExact = ({ numerator, denominator }: Exact): bigint =>
  halfAwayFromZero(numerator, denominator, calculator);
