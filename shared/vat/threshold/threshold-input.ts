import type { DateRange } from "../../core/calendar/iso-date.ts";
import type { DatedProfile } from "../seller/profile.ts";
import type { Registration } from "../seller/registration.ts";
import type { DayRates, DaySum } from "./day-sums.ts";

/** What the relief of Art. 59c asks of a seller besides the sales in the ledger. */
type ThresholdSeller = {
  /** With entered turnover; the row of the range's last day decides. */
  readonly profile: Pick<DatedProfile, "rows" | "entered_turnover">;
  readonly registrations: readonly Registration[];
};

/** Everything that a check of a range is made of; no event is among it. */
export type ThresholdInput = {
  readonly range: DateRange;
  /** Of every year that yearsOf(range) names. */
  readonly sums: readonly DaySum[];
  /** Sales under review that may count one day, of the same years. */
  readonly unreviewed: readonly DaySum[];
  readonly rates: DayRates;
  readonly seller: ThresholdSeller;
};
