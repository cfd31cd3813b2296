import type { IsoDate } from "../../shared/calendar/iso-date.ts";
import { type QuarterKey, quarterOf } from "../../shared/calendar/quarter.ts";
import { publicationDayOn } from "../../shared/calendar/target-days.ts";
import { type PeriodRates, periodRates } from "../../shared/exchange-rates/period-rates.ts";
import type { MemberStateCode } from "../../shared/reference-data/member-states.ts";
import type { UnionReportInput } from "../../shared/returns/preview.ts";
import type { Tally } from "../../shared/tallies/tally.ts";
import {
  excludedKey,
  type UnionCorrection,
  type UnionLine,
  unionCorrectionKey,
  unionLineKey,
} from "../../shared/tallies/tally-key.ts";

type Amounts = readonly [taxable: number | bigint, vat: number | bigint, count?: number];

const tally = (key: string, [taxable, vat, count = 1]: Amounts): Tally => ({
  key,
  amounts: {
    event_count: BigInt(count),
    taxable_amount_minor: BigInt(taxable),
    vat_amount_minor: BigInt(vat),
    writes: 1n,
  },
});

/** The sum of goods from Sweden to Germany at 19 % in euro, with what a test changes. */
export const lineTally = (line: Partial<UnionLine>, ...amounts: Amounts): Tally =>
  tally(
    unionLineKey({
      supply_kind: "goods",
      from_country: "SE",
      consumption_country: "DE",
      rate_category: "standard",
      vat_rate_bps: 1_900,
      currency: "EUR",
      ...line,
    }),
    amounts,
  );

/** The sum of corrections of goods of 2025-Q2 in Germany in euro, with what a test changes. */
export const correctionTally = (correction: Partial<UnionCorrection>, ...amounts: Amounts): Tally =>
  tally(
    unionCorrectionKey({
      supply_kind: "goods",
      original_period: "2025-Q2",
      consumption_country: "DE",
      currency: "EUR",
      ...correction,
    }),
    amounts,
  );

export const excludedTally = (code: string, count: number): Tally =>
  tally(excludedKey(code), [1, 1, count]);

/** What the ECB published for a quarter, by currency; nothing at all without `rates`. */
export function ratesOf(period: QuarterKey, rates?: Record<string, string>): PeriodRates {
  const { lastDay } = quarterNamed(period);
  const day = publicationDayOn(lastDay);
  return periodRates(period, lastDay, day, rates && { day, rates });
}

const quarterNamed = (key: QuarterKey) =>
  quarterOf(key) as NonNullable<ReturnType<typeof quarterOf>> & { lastDay: IsoDate };

/** Input of a return to Sweden for 2025-Q3. The rates of its quarter are there, if empty. */
export function makeReport(
  tallies: readonly Tally[],
  options: { state?: MemberStateCode; period?: QuarterKey; rates?: readonly PeriodRates[] } = {},
): UnionReportInput {
  const { state = "SE", period = "2025-Q3", rates = [] } = options;
  return {
    quarter: quarterNamed(period),
    member_state_identification: state,
    tallies,
    rates: new Map([ratesOf(period), ...rates].map((one) => [one.period, one])),
  };
}
