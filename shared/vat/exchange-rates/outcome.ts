import type { IsoDate } from "../../core/calendar/iso-date.ts";

/** What a refresh has done and found. */
export type EcbRefresh = {
  /** Days written. */
  readonly stored: number;
  /** Rates replaced among them; the old ones are kept as revisions. */
  readonly corrected: number;
  /** TARGET days of the year past whose rates should be there and are not. */
  readonly missing_days: readonly IsoDate[];
  /** Why a file, or a rate in it, was not used. */
  readonly faults: readonly string[];
};

/** The alarm on this one tells that a TARGET day has no rates at 18:00 Frankfurt time. */
export const MISSING_DAYS_METRIC = "EcbDaysMissing";

export const refreshMetrics = ({ missing_days, faults, stored, corrected }: EcbRefresh) => ({
  [MISSING_DAYS_METRIC]: missing_days.length,
  EcbFaults: faults.length,
  EcbDaysStored: stored,
  EcbRatesCorrected: corrected,
});

/** A refresh that could not use all of what it fetched: the job counts as failed and is tried again. */
export class EcbFeedError extends Error {
  constructor(faults: readonly string[]) {
    super(faults.join("; "));
    this.name = "EcbFeedError";
  }
}
