import { type DateRange, type IsoDate, isTargetDay, plusDays } from "../../core/calendar/dates.ts";
import {
  type Currency,
  exactIn,
  exponentOf,
  type Quote,
  roundExact,
} from "../../core/money/money.ts";
import { fixedEuroRateOn } from "../exchange-rates/period-rates.ts";
import { isNationalCurrencyOn } from "../reference-data/national-currency.ts";

/** A running sum of the threshold year, as read from the table. */
type RunningSum = {
  readonly key: string;
  readonly amounts: Readonly<Record<string, bigint>>;
};

/** The counted sales of a day in a currency, in minor units of that currency. */
export type DaySum = {
  readonly day: IsoDate;
  readonly currency: Currency;
  readonly taxable_amount_minor: bigint;
  /** The amounts by Member State of consumption. */
  readonly countries: ReadonlyMap<string, bigint>;
};

/** The attribute with sales under review. It is in the item of the counted sales, so reading it costs nothing extra. */
export const UNREVIEWED = "unreviewed_amount_minor";

/** The attribute with electronic services of a day, also those that the limit of EUR 10,000 does not count. */
export const ELECTRONIC = "electronic_amount_minor";

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
  sumsNamed(UNREVIEWED, sums);

/** Returns the electronic services to consumers in the Union, by day and currency (Art. 24b(d) CIR 282/2011). */
export const electronicSums = (sums: readonly RunningSum[]): DaySum[] =>
  sumsNamed(ELECTRONIC, sums);

const sumsNamed = (name: string, sums: readonly RunningSum[]): DaySum[] =>
  sums
    .filter(({ amounts }) => amounts[name])
    .map(({ key, amounts }) => ({
      ...dayOfKey(key),
      taxable_amount_minor: amounts[name] ?? 0n,
      countries: new Map(),
    }));

function dayOfKey(key: string): Pick<DaySum, "day" | "currency"> {
  const [, day, currency] = KEY.exec(key) ?? [];
  if (!day || !currency) throw new RangeError(`not a key of a sum of a threshold year: ${key}`);
  return { day: day as IsoDate, currency: currency as Currency };
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
export function quoteOn(day: IsoDate, currency: Currency, rates: DayRates): Quote | undefined {
  if (currency === "EUR") return { currency, rate: "1" };
  const fixed = fixedEuroRateOn(currency, day);
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
function publicationDayFor(day: IsoDate, { today, days }: DayRates): IsoDate {
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

/** Maximum age of a rate that stands in for a missing one. Currencies rarely move by the margin of 5 % in a quarter. */
const LONGEST_GAP_DAYS = 92;

/** Returns the days before `first` whose rates may stand in for missing ones. */
export const daysBefore = (first: IsoDate) => ({
  from: plusDays(first, -LONGEST_GAP_DAYS),
  to: plusDays(first, -1),
});

/** Returns the publication days of these supplies for which no rates are stored at all. */
const unpublishedDays = (rates: DayRates, days: readonly IsoDate[]): IsoDate[] =>
  [...new Set(days.map((day) => publicationDayFor(day, rates)))].filter(
    (day) => !rates.days.has(day),
  );

/** True if rates of earlier days may stand in for a missing day, because none that were read do. */
export const wantsEarlierRates = (rates: DayRates, days: readonly IsoDate[]): boolean =>
  unpublishedDays(rates, days).some((day) => !lastKnownBefore(day, rates));

/**
 * Fills each publication day that is missing with the last rates known before it. The result serves estimates only: a
 * return never uses it. A currency that the ECB has stopped quoting stays without a rate.
 * @returns `rates` itself if no day is missing
 */
export function withLastKnownRates(rates: DayRates, days: readonly IsoDate[]): DayRates {
  const missing = unpublishedDays(rates, days);
  if (missing.length === 0) return rates;
  const filled = new Map(rates.days);
  for (const day of missing) {
    const known = lastKnownBefore(day, rates);
    if (known) filled.set(day, known);
  }
  return { ...rates, days: filled };
}

function lastKnownBefore(day: IsoDate, { days }: DayRates) {
  for (let back = 1; back <= LONGEST_GAP_DAYS; back += 1) {
    const known = days.get(plusDays(day, -back));
    if (known) return known;
  }
  return undefined;
}

/**
 * Units per euro that the ECB published on 2017-12-05, the day Directive (EU) 2017/2455 was adopted. Art. 59c(5) VAT
 * Directive fixes the national equivalents of EUR 10 000 permanently by that day's rate. GBP is for Northern Ireland.
 * Complete for the Member States outside the euro since the limit applies, 2021-07-01. Skatteverket confirms the krona
 * (SEK 99 680). National law may round (Poland applies PLN 42 000).
 */
const RATES_OF_ADOPTION_DAY: Readonly<Partial<Record<Currency, string>>> = {
  BGN: "1.9558",
  CZK: "25.653",
  DKK: "7.4415",
  GBP: "0.88183",
  HRK: "7.5543",
  HUF: "313.96",
  PLN: "4.2020",
  RON: "4.6337",
  SEK: "9.9680",
};

const THRESHOLD_EUR = 10_000n;

/** Returns EUR 10 000 in the national currencies of `day`: whole units, expressed in minor units. */
export const nationalEquivalents = (day: IsoDate): { currency: Currency; amount_minor: number }[] =>
  (Object.keys(RATES_OF_ADOPTION_DAY) as Currency[])
    .filter((currency) => isNationalCurrencyOn(currency, day))
    .map((currency) => ({ currency, amount_minor: limitIn(currency) }));

/**
 * Returns the limit of Art. 59c(1)(c) in a currency, in its minor units.
 * @throws RangeError for a currency that no Member State has had since the limit applies.
 */
export function limitIn(currency: Currency): number {
  const unit = 10 ** (exponentOf(currency) ?? 0);
  return (currency === "EUR" ? Number(THRESHOLD_EUR) : wholeUnits(rateOf(currency))) * unit;
}

/**
 * Converts the sum of a year by the rate that makes the limits of both currencies equal. A year has no rate of a day;
 * with this rate a sum is above the limit in both currencies or in neither.
 */
export const atFixedRate = (amount_minor: number, from: Currency, into: Currency): bigint =>
  roundExact(exactIn(BigInt(amount_minor), fixedQuote(from), fixedQuote(into)));

const fixedQuote = (currency: Currency): Quote => ({
  currency,
  rate: currency === "EUR" ? "1" : rateOf(currency),
});

function rateOf(currency: Currency): string {
  const rate = RATES_OF_ADOPTION_DAY[currency];
  if (rate === undefined) throw new RangeError(`no national equivalent in ${currency}`);
  return rate;
}

function wholeUnits(rate: string): number {
  const [units = "", decimals = ""] = rate.split(".");
  const numerator = THRESHOLD_EUR * BigInt(units + decimals);
  return Number(roundExact({ numerator, denominator: 10n ** BigInt(decimals.length) }));
}
