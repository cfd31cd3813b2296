import type { DateRange, IsoDate } from "../../core/calendar/iso-date.ts";
import { limitIn } from "./national-equivalents.ts";
import { seatCurrency } from "./relief.ts";
import type { ThresholdInput } from "./threshold-input.ts";
import { type Turnover, turnoverIn } from "./turnover.ts";

/** The days on which the running total of a range first exceeded the limit; null where it did not. */
type CrossingDays = {
  /** In the currency of the Member State of establishment, whose fixed limit decides (Art. 59c(5)). */
  readonly crossed_on: IsoDate | null;
  /** In euro, each sale at the ECB rate of its day. */
  readonly crossed_on_eur: IsoDate | null;
  readonly deciding_currency: string;
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
