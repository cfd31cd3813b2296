import type { DateRange, IsoDate } from "../../core/calendar/iso-date.ts";
import { OSS_ANNUAL_THRESHOLD_MINOR, positionAgainst } from "./check.ts";
import { limitIn } from "./national-equivalents.ts";
import { yearBefore } from "./range.ts";
import { seatCurrency } from "./relief.ts";
import type { ThresholdInput } from "./threshold-input.ts";
import { turnoverIn } from "./turnover.ts";

/** An account's turnover compared with the annual threshold in one calendar year, in EUR minor units. */
export type ThresholdYear = {
  readonly year: number;
  /** True if the year is over. */
  readonly closed: boolean;
  readonly threshold_minor: number;
  readonly current_minor: number;
  readonly percentage_used: number;
  readonly exceeded: boolean;
  readonly warning: boolean;
  readonly crossed_on: IsoDate | null;
  readonly eur_only: boolean;
};

/**
 * Returns the status of this year and of the year before, in which late events may still be counted. `input` spans the
 * year to date.
 */
export const thresholdYearsOf = (input: ThresholdInput): ThresholdYear[] => [
  thresholdYearIn(input, yearBefore(input.range.to), true),
  thresholdYearIn(input, input.range, false),
];

/**
 * Returns the status of a year in euro. Whether and when the limit was exceeded is also decided in the currency of the
 * seat's Member State (Art. 59c(5)); exceeding either limit is reported.
 */
function thresholdYearIn(input: ThresholdInput, days: DateRange, closed: boolean): ThresholdYear {
  const { sums, rates, seller } = input;
  const turnover = turnoverIn(days, sums, rates, OSS_ANNUAL_THRESHOLD_MINOR);
  const currency = seatCurrency(seller.profile, input.range.to);
  const decided =
    currency === "EUR" ? turnover : turnoverIn(days, sums, rates, limitIn(currency), currency);
  const { percentage_used, exceeded, warning } = positionAgainst(
    OSS_ANNUAL_THRESHOLD_MINOR,
    turnover.current_minor,
  );
  const crossed = [turnover, decided].flatMap(({ crossed_on }) => crossed_on ?? []).sort();
  return {
    year: Number(days.from.slice(0, 4)),
    closed,
    threshold_minor: OSS_ANNUAL_THRESHOLD_MINOR,
    current_minor: turnover.current_minor,
    percentage_used,
    exceeded: exceeded || decided.crossed_on !== null,
    warning: warning && decided.crossed_on === null,
    crossed_on: crossed[0] ?? null,
    eur_only: turnover.unconverted_currencies.length > 0,
  };
}
