import type * as z from "zod";
import type { DateRange, IsoDate } from "../../core/calendar/dates.ts";
import type { Currency } from "../../core/money/money.ts";
import { CONSIGNMENT_LIMIT_EUR_MINOR } from "../schemes/consignment-value.ts";
import { limitIn, nationalEquivalents } from "./day-sums.ts";
import { destinationApplies, seatCurrency, thresholdDecision } from "./relief.ts";
import { IossThresholdCheck, type OssThresholdCheck, type ThresholdStatus } from "./schema.ts";
import type { ThresholdInput } from "./threshold-input.ts";
import { type Turnover, turnoverIn, yearBefore } from "./turnover.ts";

/** The days on which the running total of a range first exceeded the limit; null where it did not. */
type CrossingDays = {
  /** In the currency of the Member State of establishment, whose fixed limit decides (Art. 59c(5)). */
  readonly crossed_on: IsoDate | null;
  /** In euro, each sale at the ECB rate of its day. */
  readonly crossed_on_eur: IsoDate | null;
  readonly deciding_currency: Currency;
};

/** Returns the days of the crossing, of which the check, the overview and the notification report the same. */
export function crossingDays(
  days: DateRange,
  { range, sums, rates, seller }: ThresholdInput,
  inEuro: Turnover,
): CrossingDays {
  const currency = seatCurrency(seller.profile, range.to);
  const deciding =
    currency === "EUR" ? inEuro : turnoverIn(days, sums, rates, limitIn(currency), currency);
  return {
    crossed_on: deciding.crossed_on,
    crossed_on_eur: inEuro.crossed_on,
    deciding_currency: currency,
  };
}

/** An amount compared with a limit, both in EUR minor units (cents). */
type Position = {
  readonly current_minor: number;
  readonly remaining_minor: number;
  /** Whole per cent, rounded down, so that 100 is reached only at the limit. */
  readonly percentage_used: number;
  readonly exceeded: boolean;
  readonly warning: boolean;
};

/**
 * Compares an amount with a limit. An amount equal to the limit does not exceed it (Art. 59c(1)(c), 369l VAT
 * Directive). The warning range is the last 10 %, including its lower end.
 */
export function positionAgainst(limit_minor: number, current_minor: number): Position {
  const current = BigInt(current_minor);
  const limit = BigInt(limit_minor);
  const exceeded = current > limit;
  return {
    current_minor,
    remaining_minor: exceeded ? 0 : limit_minor - current_minor,
    percentage_used: Number((current * 100n) / limit),
    exceeded,
    warning: !exceeded && current * 10n >= limit * 9n,
  };
}

/** The threshold of Art. 59c(1)(c) VAT Directive: EUR 10 000 a calendar year, without VAT, in minor units. */
export const OSS_ANNUAL_THRESHOLD_MINOR = 1_000_000;

type OssCheck = z.output<typeof OssThresholdCheck>;

const OSS_DISCLAIMER =
  "Indicative only, no tax advice. Counts committed sales of goods and telecommunications, broadcasting and electronic services to consumers in other Member States. No rule of the Union says how to convert them for this threshold: each day's sales are converted at the ECB rate of that day, or the last one before it. What decides on the relief of Art. 59c is in decision: the limit in the currency of the Member State of establishment, with entered turnover and with what is not known; it rests on the account profile and on Union registrations.";

const IOSS_DISCLAIMER =
  "Indicative only, no tax advice. Compares one consignment's intrinsic value, in euro and without VAT, with the limit of the import scheme; whether goods are excluded for another reason is not tested here.";

/**
 * Compares the turnover of a range with the annual threshold, in euro. The decision on destination taxation always uses
 * calendar years and the currency of the seat's Member State, as Art. 59c(1)(c) and (5) require.
 */
export function checkTurnover(input: ThresholdInput): OssCheck {
  const { range, sums, rates } = input;
  const within = (days: DateRange) => turnoverIn(days, sums, rates, OSS_ANNUAL_THRESHOLD_MINOR);
  const turnover = within(range);
  const { crossed_on, crossed_on_eur } = crossingDays(range, input, turnover);
  const decision = thresholdDecision(input);
  const before = within(yearBefore(range.to));
  return {
    threshold_type: "oss",
    threshold_minor: OSS_ANNUAL_THRESHOLD_MINOR,
    currency: "EUR",
    ...turnover,
    crossed_on,
    crossed_on_eur,
    ...positionAgainst(OSS_ANNUAL_THRESHOLD_MINOR, turnover.current_minor),
    eur_only: turnover.unconverted_currencies.length > 0,
    previous_year: {
      year: Number(yearBefore(range.to).from.slice(0, 4)),
      current_minor: before.current_minor,
      exceeded: exceeds(before),
      eur_only: before.unconverted_currencies.length > 0,
    },
    destination_taxation_applies: destinationApplies(decision),
    decision: { ...decision, reasons: [...decision.reasons] },
    national_equivalents: nationalEquivalents(range.to),
    disclaimer: OSS_DISCLAIMER,
  };
}

const exceeds = ({ current_minor }: Turnover): boolean =>
  current_minor > OSS_ANNUAL_THRESHOLD_MINOR;

/** Compares one consignment with the EUR 150 of the import scheme (Art. 369l VAT Directive). */
export const checkConsignment = (amount_minor: number): z.output<typeof IossThresholdCheck> => ({
  threshold_type: IossThresholdCheck.shape.threshold_type.value,
  threshold_minor: CONSIGNMENT_LIMIT_EUR_MINOR,
  currency: "EUR",
  ...positionAgainst(CONSIGNMENT_LIMIT_EUR_MINOR, amount_minor),
  converted_currencies: [],
  unconverted_currencies: [],
  disclaimer: IOSS_DISCLAIMER,
});

/** Returns the threshold status of an account: one check over the year to date, which `input` spans. */
export function thresholdStatus(input: ThresholdInput): z.output<typeof ThresholdStatus> {
  const check = checkTurnover(input);
  const { eur_only, converted_currencies, unconverted_currencies, disclaimer } = check;
  return {
    checks: [check],
    period: input.range,
    eur_only,
    converted_currencies,
    unconverted_currencies,
    disclaimer,
  };
}
