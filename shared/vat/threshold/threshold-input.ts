import type { DateRange, IsoDate } from "../../core/calendar/dates.ts";
import type { Currency } from "../../core/money/money.ts";
import { hasOptedForDestination } from "../seller/in-force.ts";
import type { DatedProfile } from "../seller/profile.ts";
import type { Registration } from "../seller/registration.ts";
import { crossingDays, OSS_ANNUAL_THRESHOLD_MINOR, positionAgainst } from "./check.ts";
import type { DayRates, DaySum } from "./day-sums.ts";
import { turnoverIn, yearBefore } from "./turnover.ts";

/** The facts about a seller that the relief of Art. 59c needs besides the sales in the ledger. */
type ThresholdSeller = {
  /** The profile with entered turnover; the row of the range's last day decides. */
  readonly profile: Pick<DatedProfile, "rows" | "entered_turnover">;
  readonly registrations: readonly Registration[];
};

/** The input of a check of a range. A check reads only sums, no events. */
export type ThresholdInput = {
  readonly range: DateRange;
  /** The sums of every year in yearsOf(range). */
  readonly sums: readonly DaySum[];
  /** Sales under review in these years that may count later. */
  readonly unreviewed: readonly DaySum[];
  readonly rates: DayRates;
  readonly seller: ThresholdSeller;
};

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
  readonly crossed_on_eur: IsoDate | null;
  readonly deciding_currency: Currency;
  /** True if the seller declares such sales in the Union scheme already. */
  readonly registered: boolean;
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
 * Returns the status of a year, with its figures in euro. The currency of the seat's Member State decides whether and
 * when the limit was exceeded (Art. 59c(5)); until then, a total above EUR 10,000 is near it.
 */
function thresholdYearIn(input: ThresholdInput, days: DateRange, closed: boolean): ThresholdYear {
  const { sums, rates, seller, range } = input;
  const turnover = turnoverIn(days, sums, rates, OSS_ANNUAL_THRESHOLD_MINOR);
  const crossing = crossingDays(days, input, turnover);
  const position = positionAgainst(OSS_ANNUAL_THRESHOLD_MINOR, turnover.current_minor);
  const exceeded = crossing.crossed_on !== null;
  return {
    year: Number(days.from.slice(0, 4)),
    closed,
    threshold_minor: OSS_ANNUAL_THRESHOLD_MINOR,
    current_minor: turnover.current_minor,
    percentage_used: position.percentage_used,
    exceeded,
    warning: !exceeded && (position.warning || position.exceeded),
    ...crossing,
    registered: hasOptedForDestination(seller.registrations, range.to),
    eur_only: turnover.unconverted_currencies.length > 0,
  };
}
