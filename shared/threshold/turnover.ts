import type { DateRange, IsoDate } from "../calendar/iso-date.ts";
import { type Exact, exactIn, type Quote, roundExact, ZERO } from "../money/convert.ts";
import { jsonInteger } from "../money/json-integer.ts";
import { type DayRates, quoteOn } from "./day-rates.ts";
import type { DaySum } from "./day-sums.ts";
import { sumExact } from "./exact-sum.ts";

/** What the sales of some days come to, in EUR minor units. */
export type Turnover = {
  readonly current_minor: number;
  /** The first day at whose end more than the limit had been sold. */
  readonly crossed_on: IsoDate | null;
  readonly countries: { member_state_of_consumption: string; amount_minor: number }[];
  readonly converted_currencies: string[];
  /** Currencies of sales that are missing in the amounts, because no rate is known. */
  readonly unconverted_currencies: string[];
};

type Quoted = DaySum & { readonly quote: Quote };

const EURO: Quote = { currency: "EUR", rate: "1" };

/**
 * The turnover from `from` to `to`, both days included. Each day's sales convert at that day's rate;
 * the sum is exact and rounds once, and so does that of each Member State.
 */
export function turnoverIn(
  { from, to }: DateRange,
  sums: readonly DaySum[],
  rates: DayRates,
  limit_minor: number,
): Turnover {
  const within = sums.filter(({ day }) => from <= day && day <= to);
  const quotes = within.map((sum) => ({ sum, quote: quoteOn(sum.day, sum.currency, rates) }));
  const quoted = quotes.flatMap(({ sum, quote }) => (quote ? [{ ...sum, quote }] : []));
  const unquoted = quotes.flatMap(({ sum, quote }) => (quote ? [] : [sum]));
  const days = dayTotals(quoted);
  return {
    current_minor: jsonInteger(roundExact(sumExact(days.map(({ total }) => total)))),
    crossed_on: crossing(days, ZERO, BigInt(limit_minor)),
    countries: countryTotals(quoted),
    converted_currencies: foreign(quoted),
    unconverted_currencies: foreign(unquoted),
  };
}

type DayTotal = { readonly day: IsoDate; readonly total: Exact };

const dayTotals = (quoted: readonly Quoted[]): DayTotal[] =>
  [...Map.groupBy(quoted, ({ day }) => day)]
    .map(([day, sums]) => ({ day, total: sumExact(sums.map(euroAmount)) }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));

const euroAmount = ({ taxable_amount_minor, quote }: Quoted): Exact =>
  exactIn(taxable_amount_minor, quote, EURO);

/**
 * The day that brings the sum above the limit, found by halving: sales are never negative, so the
 * running sum only grows.
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
  const parts = quoted.flatMap(({ countries, quote }) =>
    [...countries].map(([country, amount]) => ({ country, euro: exactIn(amount, quote, EURO) })),
  );
  return [...Map.groupBy(parts, ({ country }) => country)]
    .map(([member_state_of_consumption, own]) => ({
      member_state_of_consumption,
      amount_minor: jsonInteger(roundExact(sumExact(own.map(({ euro }) => euro)))),
    }))
    .sort((a, b) => (a.member_state_of_consumption < b.member_state_of_consumption ? -1 : 1));
}

const foreign = (sums: readonly DaySum[]): string[] =>
  [...new Set(sums.map(({ currency }) => currency))].filter((code) => code !== "EUR").sort();
