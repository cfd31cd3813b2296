import type { DateRange } from "../../core/calendar/iso-date.ts";
import type { DatedProfile } from "../seller/profile.ts";
import type { Registration } from "../seller/registration.ts";
import type { DayRates, DaySum } from "./day-sums.ts";

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
