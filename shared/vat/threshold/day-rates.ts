import { type DateRange, type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { isTargetDay } from "../../core/calendar/target-days.ts";
import type { Quote } from "../../core/money/convert.ts";
import { FIXED_EURO_RATES } from "../exchange-rates/fixed-euro-rates.ts";
import { holdsOn } from "../reference-data/on-date.ts";

/** Published rates by publication day, as they are known `today`. */
export type DayRates = {
  readonly today: IsoDate;
  readonly days: ReadonlyMap<IsoDate, Readonly<Record<string, string>>>;
};

/**
 * The rate that a supply of `day` converts with: that of the day, or of the last day of publication
 * before it. A currency that has ended in the euro has its irrevocable rate. Undefined when that one
 * day's rate is not known: an older rate never bridges a hole in the data or the end of a currency.
 */
export function quoteOn(day: IsoDate, currency: string, rates: DayRates): Quote | undefined {
  if (currency === "EUR") return { currency, rate: "1" };
  const fixed = FIXED_EURO_RATES.find((one) => one.currency === currency && holdsOn(one, day));
  const rate = fixed?.rate ?? rates.days.get(publicationDayFor(day, rates))?.[currency];
  return rate === undefined ? undefined : { currency, rate };
}

/** The days of publication that supplies on these days, in any order, may need. */
export function publicationDaysFor(
  days: readonly IsoDate[],
  today: IsoDate,
): DateRange | undefined {
  const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)];
  if (!first || !last) return undefined;
  return { from: targetDayBefore(lastTargetDay(earlier(first, today))), to: earlier(last, today) };
}

/** The ECB publishes in the afternoon: until then, the day before stands in for today. */
function publicationDayFor(day: IsoDate, { today, days }: DayRates): IsoDate {
  const last = lastTargetDay(earlier(day, today));
  return last === today && !days.has(last) ? targetDayBefore(last) : last;
}

/** `day` itself, or the last day before it on which the ECB publishes. */
function lastTargetDay(day: IsoDate): IsoDate {
  let candidate = day;
  while (!isTargetDay(candidate)) candidate = plusDays(candidate, -1);
  return candidate;
}

const targetDayBefore = (day: IsoDate): IsoDate => lastTargetDay(plusDays(day, -1));

const earlier = (a: IsoDate, b: IsoDate): IsoDate => (a < b ? a : b);
