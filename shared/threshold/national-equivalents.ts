import type { IsoDate } from "../calendar/iso-date.ts";
import { roundExact } from "../money/convert.ts";
import { exponentOf } from "../money/currency.ts";
import { isNationalCurrencyOn } from "../reference-data/national-currency.ts";

/**
 * Units per euro that the ECB published on 2017-12-05, the day Directive (EU) 2017/2455 was adopted:
 * Art. 59c(5) VAT Directive fixes the national equivalents of EUR 10 000 by that day's rate for good.
 * GBP is for Northern Ireland. Complete for the Member States outside the euro since the limit
 * applies, 2021-07-01. The krona is confirmed by Skatteverket (SEK 99 680); national law may round
 * (Poland applies PLN 42 000).
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

/** What EUR 10 000 is in the national currencies of `day`: whole units, told in minor units. */
export const nationalEquivalents = (day: IsoDate): { currency: string; amount_minor: number }[] =>
  Object.entries(RATES_OF_ADOPTION_DAY)
    .filter(([currency]) => isNationalCurrencyOn(currency, day))
    .map(([currency, rate]) => ({
      currency,
      amount_minor: wholeUnits(rate) * 10 ** (exponentOf(currency) ?? 0),
    }));

function wholeUnits(rate: string): number {
  const [units = "", decimals = ""] = rate.split(".");
  const numerator = THRESHOLD_EUR * BigInt(units + decimals);
  return Number(roundExact({ numerator, denominator: 10n ** BigInt(decimals.length) }));
}
