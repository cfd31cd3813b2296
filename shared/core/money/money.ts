import { calculator, dinero, halfAwayFromZero, toDecimal } from "dinero.js/bigint";
import * as currencies from "dinero.js/currencies";
import { keepResults } from "../kept-results.ts";

/**
 * Currencies that dinero.js lacks or defines differently from ISO 4217. The kuna was legal tender to 2022-12-31. The
 * ariary and the ouguiya have two decimals by ISO; dinero.js counts them in fifths.
 */
const ALSO = [
  { code: "HRK", exponent: 2 },
  { code: "MGA", exponent: 2 },
  { code: "MRU", exponent: 2 },
] as const;

/** The ISO 4217 code of a currency. Schemas make it of text that is one. */
export type Currency = keyof typeof currencies | (typeof ALSO)[number]["code"];

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  [...Object.values(currencies), ...ALSO].map(({ code, exponent }) => [code, exponent]),
);

/**
 * Returns the decimals of a currency's minor unit by ISO 4217 (EUR 2, JPY 0, KWD 3, HUF 2); undefined for an unknown
 * currency. Do not use Intl: it follows custom, with 0 decimals for the forint.
 */
export const exponentOf = (currency: string): number | undefined => EXPONENTS.get(currency);

export const isCurrency = (code: string): code is Currency => EXPONENTS.has(code);

/** An ECB reference rate as published: units of `currency` per euro. EUR itself has the rate "1". */
export type Quote = { readonly currency: Currency; readonly rate: string };

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
  denominator === 1n ? numerator : halfAwayFromZero(numerator, denominator, calculator);

/**
 * Formats an amount in major units with all decimals of its currency: 10000 of EUR is "100.00".
 * @throws RangeError when the currency is unknown or the amount is no whole number of minor units.
 */
export function decimalString(amount_minor: number, currency: Currency): string {
  const exponent = exponentOf(currency);
  if (exponent === undefined) throw new RangeError(`no minor unit is known of ${currency}`);
  return decimal(wholeUnits(amount_minor), currency, exponent);
}

/** The decimals of an amount that is not rounded to a minor unit. */
const EXACT_DECIMALS = 4;

/**
 * Formats an exact amount in major units with four decimals: one third of a cent is "0.0033".
 * @throws RangeError when the currency is unknown.
 */
export function exactString({ numerator, denominator }: Exact, currency: Currency): string {
  const exponent = exponentOf(currency);
  if (exponent === undefined) throw new RangeError(`no minor unit is known of ${currency}`);
  const scale = 10n ** BigInt(EXACT_DECIMALS - exponent);
  return decimal(
    roundExact({ numerator: numerator * scale, denominator }),
    currency,
    EXACT_DECIMALS,
  );
}

/** Formats a rate as a percentage with two decimals: 2000 basis points are "20.00". */
export const percentString = (rate_bps: number): string =>
  decimal(wholeUnits(rate_bps), "percent", 2);

function wholeUnits(units: number): bigint {
  if (!Number.isSafeInteger(units)) throw new RangeError(`no whole number of units: ${units}`);
  return BigInt(units);
}

/** Formats an integer amount as a decimal string. Avoids floating point, which would corrupt amounts. */
const decimal = (amount: bigint, code: string, decimals: number): string =>
  toDecimal(dinero({ amount, currency: { code, base: 10n, exponent: BigInt(decimals) } }));

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

/** The parts of a price in minor units of one currency. Net and VAT always add up to gross. */
export type Amounts = { readonly gross: bigint; readonly net: bigint; readonly vat: bigint };

/** A rate of 100 % in basis points. */
const WHOLE = 10_000n;

/**
 * Splits `amount_minor` at a rate in basis points.
 * The amount is the gross price when VAT is included, else the net price. The computed part is rounded once, halves
 * away from zero, so that a credit is the exact opposite of its charge. The third part is the difference.
 */
export function taxed(amount_minor: bigint, vat_rate_bps: number, includesVat: boolean): Amounts {
  const rate = BigInt(vat_rate_bps);
  if (includesVat) {
    const net = roundExact({ numerator: amount_minor * WHOLE, denominator: WHOLE + rate });
    return { gross: amount_minor, net, vat: amount_minor - net };
  }
  const vat = roundExact({ numerator: amount_minor * rate, denominator: WHOLE });
  return { gross: amount_minor + vat, net: amount_minor, vat };
}

/** Adds rounded prices without rounding again. */
export const sumAmounts = (parts: readonly Amounts[]): Amounts =>
  parts.reduce(
    (sum, { gross, net, vat }) => ({
      gross: sum.gross + gross,
      net: sum.net + net,
      vat: sum.vat + vat,
    }),
    { gross: 0n, net: 0n, vat: 0n },
  );

export const amountsView = ({ gross, net, vat }: Amounts) => ({
  gross_amount_minor: jsonInteger(gross),
  net_amount_minor: jsonInteger(net),
  vat_amount_minor: jsonInteger(vat),
});
