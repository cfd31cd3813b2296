import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { exactIn, type Quote, roundExact } from "../../core/money/convert.ts";
import { exponentOf } from "../../core/money/currency.ts";
import { isNationalCurrencyOn } from "../reference-data/national-currency.ts";

/**
 * Units per euro that the ECB published on 2017-12-05, the day Directive (EU) 2017/2455 was adopted. Art. 59c(5) VAT
 * Directive fixes the national equivalents of EUR 10 000 permanently by that day's rate. GBP is for Northern Ireland.
 * Complete for the Member States outside the euro since the limit applies, 2021-07-01. Skatteverket confirms the krona
 * (SEK 99 680). National law may round (Poland applies PLN 42 000).
 */
const RATES_OF_ADOPTION_DAY: Readonly<Record<string, string>> = {
  BGN: "1.9558",
  CZK: "25.653",
  DKK: "7.4415",
  GBP: "0.88183",
  HRK: "7.5543",
  HUF: "313.96",
  PLN: "4.2020",
  RON: "4.6337",
  SEK: "9.9680",
};

const THRESHOLD_EUR = 10_000n;

/** Returns EUR 10 000 in the national currencies of `day`: whole units, expressed in minor units. */
export const nationalEquivalents = (day: IsoDate): { currency: string; amount_minor: number }[] =>
  Object.entries(RATES_OF_ADOPTION_DAY)
    .filter(([currency]) => isNationalCurrencyOn(currency, day))
    .map(([currency]) => ({ currency, amount_minor: limitIn(currency) }));

/**
 * Returns the limit of Art. 59c(1)(c) in a currency, in its minor units.
 * @throws RangeError for a currency that no Member State has had since the limit applies.
 */
export function limitIn(currency: string): number {
  const unit = 10 ** (exponentOf(currency) ?? 0);
  return (currency === "EUR" ? Number(THRESHOLD_EUR) : wholeUnits(rateOf(currency))) * unit;
}

/**
 * Converts the sum of a year by the rate that makes the limits of both currencies equal. A year has no rate of a day;
 * with this rate a sum is above the limit in both currencies or in neither.
 */
export const atFixedRate = (amount_minor: number, from: string, into: string): bigint =>
  roundExact(exactIn(BigInt(amount_minor), fixedQuote(from), fixedQuote(into)));

const fixedQuote = (currency: string): Quote => ({
  currency,
  rate: currency === "EUR" ? "1" : rateOf(currency),
});

function rateOf(currency: string): string {
  const rate = RATES_OF_ADOPTION_DAY[currency];
  if (rate === undefined) throw new RangeError(`no national equivalent in ${currency}`);
  return rate;
}

function wholeUnits(rate: string): number {
  const [units = "", decimals = ""] = rate.split(".");
  const numerator = THRESHOLD_EUR * BigInt(units + decimals);
  return Number(roundExact({ numerator, denominator: 10n ** BigInt(decimals.length) }));
}
