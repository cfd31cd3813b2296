import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { EcbDay } from "./ecb-csv.ts";
import type { StoredEcbDay } from "./ecb-feed.ts";

/** A stored rate that is not the published one; undefined where the ECB has published none. */
type RateDifference = {
  readonly day: IsoDate;
  readonly currency: string;
  readonly stored: string;
  readonly published: string | undefined;
};

/** The comparison of stored rates with a file of the ECB. */
export type RateComparison = {
  /** Number of stored days within the days of the file. */
  readonly days: number;
  /** Rates that no correction explains. */
  readonly differing: readonly RateDifference[];
  /** Rates of the file that were corrected later; the stored day has the correction. */
  readonly corrected: readonly RateDifference[];
};

/**
 * Compares stored rates with published ones. Ignores days outside the span of the file, and rates that are not stored:
 * a sale without a rate is reported wherever it is missing.
 */
export function compareRates(
  stored: readonly StoredEcbDay[],
  published: readonly EcbDay[],
): RateComparison {
  const ratesOn = new Map(published.map(({ day, rates }) => [day, rates]));
  const inOrder = [...ratesOn.keys()].sort();
  const [first, last] = [inOrder[0] ?? "~", inOrder.at(-1) ?? ""];
  const within = stored.filter(({ day }) => first <= day && day <= last);
  const all = within.flatMap((one) =>
    Object.entries(one.rates)
      .map(([currency, rate]) => ({
        day: one.day,
        currency,
        stored: rate,
        published: ratesOn.get(one.day)?.[currency],
        revisions: one.revisions.filter((revision) => revision.currency === currency),
      }))
      .filter((rate) => rate.stored !== rate.published),
  );
  const differences = (isExplained: boolean) =>
    all
      .filter((one) => isCorrected(one) === isExplained)
      .map(({ revisions, ...difference }) => difference);
  return { days: within.length, differing: differences(false), corrected: differences(true) };
}

/** True if the revisions lead from the published rate to the stored one. */
function isCorrected({
  stored,
  published,
  revisions,
}: RateDifference & Pick<StoredEcbDay, "revisions">): boolean {
  const reached = revisions.reduce(
    (rate, { old_rate, new_rate }) => (rate === old_rate ? new_rate : rate),
    published,
  );
  return published !== undefined && reached === stored;
}

/** Formats a difference as a line. */
export const differenceLine = ({ day, currency, stored, published }: RateDifference): string =>
  `${currency} of ${day}: stored ${stored}, the ECB has published ${published ?? "none"}`;
