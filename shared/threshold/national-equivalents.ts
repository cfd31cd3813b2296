import type { IsoDate } from "../calendar/iso-date.ts";
import { roundExact } from "../money/convert.ts";
import { exponentOf } from "../money/currency.ts";

/**
 * Units per euro that the ECB published on 2017-12-05, the day Directive (EU) 2017/2455 was adopted:
 * Art. 59c(5) VAT Directive fixes the national equivalents of EUR 10 000 by that day's rate for good.
 * `until` is the last day of a currency that has ended in the euro. GBP is for Northern Ireland.
 * Complete for the Member States outside the euro since the limit applies, 2021-07-01. The krona is
 * confirmed by Skatteverket (SEK 99 680); national law may round (Poland applies PLN 42 000).
 */
export const RATES_OF_ADOPTION_DAY = [
  { currency: "BGN", rate: "1.9558", until: "2025-12-31" },
  { currency: "CZK", rate: "25.653" },
  { currency: "DKK", rate: "7.4415" },
  { currency: "GBP", rate: "0.88183" },
  { currency: "HRK", rate: "7.5543", until: "2022-12-31" },
  { currency: "HUF", rate: "313.96" },
  { currency: "PLN", rate: "4.2020" },
  { currency: "RON", rate: "4.6337" },
  { currency: "SEK", rate: "9.9680" },
] as const satisfies readonly { currency: string; rate: string; until?: string }[];

const THRESHOLD_EUR = 10_000n;

/** What EUR 10 000 is in the national currencies of `day`: whole units, told in minor units. */
export const nationalEquivalents = (day: IsoDate): { currency: string; amount_minor: number }[] =>
  RATES_OF_ADOPTION_DAY.filter((row) => !("until" in row) || day <= row.until).map(
    ({ currency, rate }) => ({
      currency,
      amount_minor: wholeUnits(rate) * 10 ** (exponentOf(currency) ?? 0),
    }),
  );

function wholeUnits(rate: string): number {
  const [units = "", decimals = ""] = rate.split(".");
  const numerator = THRESHOLD_EUR * BigInt(units + decimals);
  return Number(roundExact({ numerator, denominator: 10n ** BigInt(decimals.length) }));
}
