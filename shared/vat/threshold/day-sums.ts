import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Tally } from "../../ledger/sums/sum.ts";

/** What was sold on a day in a currency, as far as it counts; minor units of that currency. */
export type DaySum = {
  readonly day: IsoDate;
  readonly currency: string;
  readonly taxable_amount_minor: bigint;
  /** The same by Member State of consumption. */
  readonly countries: ReadonlyMap<string, bigint>;
};

/** Kept beside the sums of what counts, in the same item: reading it costs nothing of its own. */
export const UNREVIEWED = "unreviewed_amount_minor";

const KEY = /^day\|(\d{4}-\d\d-\d\d)\|([A-Z]{3})$/;
const OF_A_COUNTRY = "taxable_amount_minor_";

/**
 * The sums of a year's threshold tallies. One without events has been emptied by reclassification:
 * its currency is not to be reported as sold in.
 * @throws RangeError on a key of another form, which is a bug.
 */
export const daySums = (tallies: readonly Tally[]): DaySum[] =>
  tallies.filter(({ amounts }) => amounts["event_count"]).map(daySum);

/** What is under review and may count, by day and currency. */
export const unreviewedSums = (tallies: readonly Tally[]): DaySum[] =>
  tallies
    .filter(({ amounts }) => amounts[UNREVIEWED])
    .map(({ key, amounts }) => ({
      ...dayOfKey(key),
      taxable_amount_minor: amounts[UNREVIEWED] ?? 0n,
      countries: new Map(),
    }));

function dayOfKey(key: string): Pick<DaySum, "day" | "currency"> {
  const [, day, currency] = KEY.exec(key) ?? [];
  if (!day || !currency) throw new RangeError(`not a tally key of a threshold year: ${key}`);
  return { day: day as IsoDate, currency };
}

function daySum({ key, amounts }: Tally): DaySum {
  const countries = new Map<string, bigint>();
  for (const name of Object.keys(amounts)) {
    const amount = amounts[name] ?? 0n;
    const isOfCountry = name.startsWith(OF_A_COUNTRY) && amount !== 0n;
    if (isOfCountry) countries.set(name.slice(OF_A_COUNTRY.length), amount);
  }
  return {
    ...dayOfKey(key),
    taxable_amount_minor: amounts["taxable_amount_minor"] ?? 0n,
    countries,
  };
}
