import { type DateRange, holdsOn, type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { isTargetDay } from "../../core/calendar/target-days.ts";
import type { Quote } from "../../core/money/convert.ts";
import { FIXED_EURO_RATES } from "../exchange-rates/period-rates.ts";

/** A running sum of the threshold year, as read from the table. */
type RunningSum = {
  readonly key: string;
  readonly amounts: Readonly<Record<string, bigint>>;
};

/** The counted sales of a day in a currency, in minor units of that currency. */
export type DaySum = {
  readonly day: IsoDate;
  readonly currency: string;
  readonly taxable_amount_minor: bigint;
  /** The amounts by Member State of consumption. */
  readonly countries: ReadonlyMap<string, bigint>;
};

/** The attribute with sales under review. It is in the item of the counted sales, so reading it costs nothing extra. */
export const UNREVIEWED = "unreviewed_amount_minor";

const KEY = /^day\|(\d{4}-\d\d-\d\d)\|([A-Z]{3})$/;
const OF_A_COUNTRY = "taxable_amount_minor_";

/**
 * Returns the sums of a year's threshold partition. Omits a sum without events, which reclassification has emptied, so
 * that its currency is not reported.
 * @throws RangeError on a key of another form, which is a bug.
 */
export const daySums = (sums: readonly RunningSum[]): DaySum[] =>
  sums.filter(({ amounts }) => amounts["event_count"]).map(daySum);

/** Returns the sales under review that may count, by day and currency. */
export const unreviewedSums = (sums: readonly RunningSum[]): DaySum[] =>
  sums
    .filter(({ amounts }) => amounts[UNREVIEWED])
    .map(({ key, amounts }) => ({
      ...dayOfKey(key),
      taxable_amount_minor: amounts[UNREVIEWED] ?? 0n,
      countries: new Map(),
    }));

function dayOfKey(key: string): Pick<DaySum, "day" | "currency"> {
  const [, day, currency] = KEY.exec(key) ?? [];
  if (!day || !currency) throw new RangeError(`not a key of a sum of a threshold year: ${key}`);
  return { day: day as IsoDate, currency };
}

function daySum({ key, amounts }: RunningSum): DaySum {
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

/** Published rates by publication day, as known on `today`. */
export type DayRates = {
  readonly today: IsoDate;
  readonly days: ReadonlyMap<IsoDate, Readonly<Record<string, string>>>;
};

/**
 * Returns the rate that converts a supply of `day`: that of the day, or of the last publication day before it. A
 * currency replaced by the euro has its irrevocable rate. Undefined when the rate of that one day is unknown: an older
 * rate never fills a gap in the data or extends a currency.
 */
export function quoteOn(day: IsoDate, currency: string, rates: DayRates): Quote | undefined {
  if (currency === "EUR") return { currency, rate: "1" };
  const fixed = FIXED_EURO_RATES.find((one) => one.currency === currency && holdsOn(one, day));
  const rate = fixed?.rate ?? rates.days.get(publicationDayFor(day, rates))?.[currency];
  return rate === undefined ? undefined : { currency, rate };
}

/** Returns the range of publication days that supplies on these days, in any order, may need. */
export function publicationDaysFor(
  days: readonly IsoDate[],
  today: IsoDate,
): DateRange | undefined {
  const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)];
  if (!first || !last) return undefined;
  return { from: targetDayBefore(lastTargetDay(earlier(first, today))), to: earlier(last, today) };
}

/**
 * Returns the publication day for a supply. The ECB publishes in the afternoon; until then the previous day's rates
 * apply to today.
 */
export function publicationDayFor(day: IsoDate, { today, days }: DayRates): IsoDate {
  const last = lastTargetDay(earlier(day, today));
  return last === today && !days.has(last) ? targetDayBefore(last) : last;
}

/** Returns `day` itself, or the last earlier day on which the ECB publishes. */
function lastTargetDay(day: IsoDate): IsoDate {
  let candidate = day;
  while (!isTargetDay(candidate)) candidate = plusDays(candidate, -1);
  return candidate;
}

const targetDayBefore = (day: IsoDate): IsoDate => lastTargetDay(plusDays(day, -1));

const earlier = (a: IsoDate, b: IsoDate): IsoDate => (a < b ? a : b);
