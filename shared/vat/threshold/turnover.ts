import * as z from "zod";
import {
  type DateRange,
  firstDayOfYear,
  type IsoDate,
  monthKeyOn,
  monthOf,
  plusDays,
} from "../../core/calendar/dates.ts";
import { IsoDate as Day, IsoDate as IsoDateSchema } from "../../core/calendar/schema.ts";
import {
  type Currency,
  type Exact,
  exactIn,
  jsonInteger,
  roundExact,
  ZERO,
} from "../../core/money/money.ts";
import { type DayRates, type DaySum, quoteOn } from "./day-sums.ts";
import type { ThresholdInput } from "./threshold-input.ts";

/** Maximum number of calendar years in a range; each year is a separate read. */
const MOST_YEARS = 10;

const yearOf = (day: IsoDate): number => Number(day.slice(0, 4));

/** Returns the range from 1 January of the year to `day`. */
export const yearToDate = (day: IsoDate): DateRange => ({ from: firstDayOfYear(day), to: day });

/** Returns the whole calendar year before that of `day`. */
export function yearBefore(day: IsoDate): DateRange {
  const year = String(yearOf(day) - 1).padStart(4, "0");
  return { from: `${year}-01-01` as IsoDate, to: `${year}-12-31` as IsoDate };
}

/** Returns the years whose sums the check of this range needs, including the year before the last one. */
export function yearsOf({ from, to }: DateRange): string[] {
  const first = Math.min(yearOf(from), yearOf(to) - 1);
  const count = yearOf(to) - first + 1;
  return Array.from({ length: count }, (_, n) => String(first + n).padStart(4, "0"));
}

type RequestedDays = { readonly from?: IsoDate | undefined; readonly to?: IsoDate | undefined };

/** Returns the requested range; by default from 1 January of the current year to today. */
export const requestedRange = ({ from, to }: RequestedDays, today: IsoDate): DateRange => ({
  from: from ?? firstDayOfYear(today),
  to: to ?? today,
});

const OssRange = z.object({
  threshold_type: z.literal("oss"),
  from: IsoDateSchema.optional(),
  to: IsoDateSchema.optional(),
});

/** Returns the contradictions between the two days of a request, one of which may default to today. */
export function rangeFaults(body: unknown, today: IsoDate): { field: string; message: string }[] {
  const asked = OssRange.safeParse(body);
  if (!asked.success) return [];
  const { from, to } = requestedRange(asked.data, today);
  if (from > to) return [{ field: "from", message: `${from} must not lie after to, ${to}` }];
  return yearOf(to) - yearOf(from) < MOST_YEARS
    ? []
    : [{ field: "from", message: `a range touches at most ${MOST_YEARS} calendar years` }];
}

/**
 * Sums fractions exactly. Fractions with equal denominators are added first: days without a new rate, and all amounts
 * in euro. The remaining ones are added pairwise and never reduced: the rates of a year produce a denominator of
 * thousands of digits, and reducing after every step would take seconds.
 */
function sumExact(terms: readonly Exact[]): Exact {
  const numerators = new Map<bigint, bigint>();
  for (const { numerator, denominator } of terms) {
    numerators.set(denominator, (numerators.get(denominator) ?? 0n) + numerator);
  }
  return inHalves([...numerators].map(([denominator, numerator]) => ({ numerator, denominator })));
}

function inHalves(terms: readonly Exact[]): Exact {
  const [first = ZERO] = terms;
  if (terms.length <= 1) return first;
  const half = terms.length >> 1;
  return plus(inHalves(terms.slice(0, half)), inHalves(terms.slice(half)));
}

const plus = (a: Exact, b: Exact): Exact => ({
  numerator: a.numerator * b.denominator + b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
});

/** The turnover of some days, in minor units of one currency. */
export type Turnover = {
  readonly current_minor: number;
  /** The first day at whose end the sales exceeded the limit. */
  readonly crossed_on: IsoDate | null;
  readonly countries: { member_state_of_consumption: string; amount_minor: number }[];
  readonly converted_currencies: Currency[];
  /** Currencies of sales that are missing in the amounts because no rate is known. */
  readonly unconverted_currencies: Currency[];
};

/** The sum of a day in a currency, with the factor that converts one minor unit to the target currency. */
type Quoted = DaySum & { readonly factor: Exact };

const EURO = "EUR";

/**
 * Computes the turnover from `from` to `to`, both days included. Each day's sales convert at that day's rate. The total
 * is exact and rounded once, and so is the total of each Member State. `currency` is the currency of the result and of
 * the limit.
 */
export function turnoverIn(
  { from, to }: DateRange,
  sums: readonly DaySum[],
  rates: DayRates,
  limit_minor: number,
  currency: Currency = EURO,
): Turnover {
  const within = sums.filter(({ day }) => from <= day && day <= to);
  const quotes = within.map((sum) => ({ sum, quoted: quotedIn(currency, sum, rates) }));
  const quoted = quotes.flatMap((quote) => quote.quoted ?? []);
  const unquoted = quotes.flatMap((quote) => (quote.quoted ? [] : quote.sum));
  const days = dayTotals(quoted);
  return {
    current_minor: jsonInteger(roundExact(sumExact(days.map(({ total }) => total)))),
    crossed_on: crossing(days, ZERO, BigInt(limit_minor)),
    // Computed on demand, because most callers do not need the totals of 26 Member States.
    get countries() {
      return countryTotals(quoted);
    },
    converted_currencies: foreignTo(currency, quoted),
    unconverted_currencies: foreignTo(currency, unquoted),
  };
}

/** Computes the turnover in euro from a day to each of `ends`. Each total is exact and rounded once. */
function turnoverUpTo(
  ends: readonly IsoDate[],
  from: IsoDate,
  sums: readonly DaySum[],
  rates: DayRates,
): number[] {
  const last = ends.at(-1) ?? from;
  const within = sums.filter(({ day }) => from <= day && day <= last);
  const days = dayTotals(within.flatMap((sum) => quotedIn(EURO, sum, rates) ?? []));
  return ends.map((end) => {
    const until = days.filter(({ day }) => day <= end);
    return jsonInteger(roundExact(sumExact(until.map(({ total }) => total))));
  });
}

/** Converts a sum's factor; undefined where a rate is missing. Sales in the target currency need no rate. */
function quotedIn(currency: Currency, sum: DaySum, rates: DayRates): Quoted | undefined {
  if (sum.currency === currency) {
    return { ...sum, factor: { numerator: 1n, denominator: 1n } };
  }
  const [from, into] = [sum.currency, currency].map((code) => quoteOn(sum.day, code, rates));
  return from && into && { ...sum, factor: exactIn(1n, from, into) };
}

type DayTotal = { readonly day: IsoDate; readonly total: Exact };

const dayTotals = (quoted: readonly Quoted[]): DayTotal[] =>
  [...Map.groupBy(quoted, ({ day }) => day)]
    .map(([day, sums]) => ({ day, total: sumExact(sums.map(converted)) }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));

const converted = ({ taxable_amount_minor, factor }: Quoted): Exact =>
  times(taxable_amount_minor, factor);

const times = (amount: bigint, { numerator, denominator }: Exact): Exact => ({
  numerator: amount * numerator,
  denominator,
});

/**
 * Finds the day on which the sum exceeds the limit, by bisection: sales are never negative, so the running sum only
 * grows.
 */
function crossing(days: readonly DayTotal[], before: Exact, limit: bigint): IsoDate | null {
  const [first] = days;
  if (!first) return null;
  const half = days.slice(0, Math.ceil(days.length / 2));
  const after = sumExact([before, ...half.map(({ total }) => total)]);
  if (roundExact(after) <= limit) return crossing(days.slice(half.length), after, limit);
  return days.length === 1 ? first.day : crossing(half, before, limit);
}

function countryTotals(quoted: readonly Quoted[]): Turnover["countries"] {
  const terms = new Map<string, Exact[]>();
  for (const { countries, factor } of quoted) {
    for (const [country, amount] of countries) {
      const own = terms.get(country) ?? [];
      own.push(times(amount, factor));
      terms.set(country, own);
    }
  }
  return [...terms]
    .map(([member_state_of_consumption, own]) => ({
      member_state_of_consumption,
      amount_minor: jsonInteger(roundExact(sumExact(own))),
    }))
    .sort((a, b) => (a.member_state_of_consumption < b.member_state_of_consumption ? -1 : 1));
}

const foreignTo = (currency: Currency, sums: readonly DaySum[]): Currency[] =>
  [...new Set(sums.map((sum) => sum.currency))].filter((code) => code !== currency).sort();

export const MonthEnd = z
  .strictObject({
    to: Day.describe("The last day of a month, or today"),
    current_minor: z.int().min(0).describe("Turnover of the year so far, in EUR minor units"),
  })
  .meta({ id: "TurnoverToDate" });
type MonthEnd = z.output<typeof MonthEnd>;

/** Returns the cumulative turnover of a range at the end of each month and of the range. */
export function turnoverByMonth({ range, sums, rates }: ThresholdInput): MonthEnd[] {
  const ends = monthEndsIn(range);
  const totals = turnoverUpTo(ends, range.from, sums, rates);
  return ends.map((to, n) => ({ to, current_minor: totals[n] ?? 0 }));
}

function monthEndsIn({ from, to }: DateRange): IsoDate[] {
  const end = monthOf(monthKeyOn(from))?.lastDay;
  return end === undefined || end >= to
    ? [to]
    : [end, ...monthEndsIn({ from: plusDays(end, 1), to })];
}
