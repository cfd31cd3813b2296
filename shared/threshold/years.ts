import type { DateRange } from "../calendar/iso-date.ts";
import { OSS_ANNUAL_THRESHOLD_MINOR, type ThresholdInput } from "./check.ts";
import type { ThresholdYear } from "./crossings.ts";
import { positionAgainst } from "./position.ts";
import { yearBefore } from "./range.ts";
import { turnoverIn } from "./turnover.ts";

/**
 * Where an account stands this year and where it stood in the year before, in which late events may
 * still be counted. `input` spans the year to date.
 */
export const thresholdYearsOf = (input: ThresholdInput): ThresholdYear[] => [
  thresholdYearIn(input, yearBefore(input.range.to), true),
  thresholdYearIn(input, input.range, false),
];

function thresholdYearIn(
  { sums, rates }: ThresholdInput,
  days: DateRange,
  closed: boolean,
): ThresholdYear {
  const turnover = turnoverIn(days, sums, rates, OSS_ANNUAL_THRESHOLD_MINOR);
  const { percentage_used, exceeded, warning } = positionAgainst(
    OSS_ANNUAL_THRESHOLD_MINOR,
    turnover.current_minor,
  );
  return {
    year: Number(days.from.slice(0, 4)),
    closed,
    threshold_minor: OSS_ANNUAL_THRESHOLD_MINOR,
    current_minor: turnover.current_minor,
    percentage_used,
    exceeded,
    warning,
    crossed_on: turnover.crossed_on,
    eur_only: turnover.unconverted_currencies.length > 0,
  };
}
