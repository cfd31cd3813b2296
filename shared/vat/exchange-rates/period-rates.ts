import { holdsOn, type IsoDate, plusDays } from "../../core/calendar/dates.ts";
import type { PeriodKey } from "../../core/ids.ts";
import type { Currency } from "../../core/money/money.ts";
import { NATIONAL_CURRENCIES } from "../reference-data/national-currencies.ts";
import type { EcbDay } from "./ecb-csv.ts";
import type { StoredEcbDay } from "./ecb-feed.ts";

/**
 * Currencies replaced by the euro, with their irrevocable rate from the day of changeover on. Marked pure, so that
 * bundlers remove the table from functions that convert nothing.
 */
export const FIXED_EURO_RATES = /* @__PURE__ */ NATIONAL_CURRENCIES.flatMap((row) =>
  row.valid_to === undefined
    ? []
    : {
        currency: row.currency,
        rate: row.units_per_euro,
        valid_from: plusDays(row.valid_to as IsoDate, 1),
      },
);

/** Returns the irrevocable rate of a currency that the euro had replaced on that day. */
export const fixedEuroRateOn = (currency: Currency, day: IsoDate) =>
  FIXED_EURO_RATES.find((row) => row.currency === currency && holdsOn(row, day));

/** The rates that convert one tax period. A currency without an entry cannot be converted. */
export type PeriodRates = {
  /** The period's key: a quarter, YYYY-Qn, or a month, YYYY-MM. */
  readonly period: PeriodKey;
  /** The publication day of the rates. */
  readonly day: IsoDate;
  /** Units per euro by currency, with the day of each rate. The euro needs no entry. */
  readonly quotes: ReadonlyMap<Currency, { readonly rate: string; readonly date: IsoDate }>;
};

/**
 * Selects the rates of a period that ends on `lastDay`.
 * The rates are those that the ECB published on `publicationDay`, the first day of publication on or after `lastDay`
 * (Art. 369h(2) VAT Directive), and of no other day. A currency that the euro had replaced by then has its irrevocable
 * rate instead, such as the kuna for 2022-Q4, which the next publication no longer contains. `published` is undefined
 * when that day's rates are unknown; then only replaced currencies convert.
 */
export function periodRates(
  period: PeriodKey,
  lastDay: IsoDate,
  publicationDay: IsoDate,
  published: EcbDay | undefined,
): PeriodRates {
  if (publicationDay < lastDay || (published && published.day !== publicationDay)) {
    throw new RangeError(`${period} does not convert with the rates of ${published?.day}`);
  }
  const quotes = new Map<Currency, { rate: string; date: IsoDate }>();
  for (const fixed of FIXED_EURO_RATES) {
    const { currency, rate, valid_from } = fixed;
    if (holdsOn(fixed, publicationDay)) quotes.set(currency, { rate, date: valid_from });
  }
  for (const [currency, rate] of Object.entries(published?.rates ?? {})) {
    quotes.set(currency as Currency, { rate, date: publicationDay });
  }
  return { period, day: publicationDay, quotes };
}

/** Returns the period's rate of `currency`; undefined when there is none, so that nothing is converted. */
export function quoteFor(
  rates: PeriodRates,
  currency: Currency,
): { currency: Currency; rate: string; date: IsoDate } | undefined {
  if (currency === "EUR") return { currency, rate: "1", date: rates.day };
  const quote = rates.quotes.get(currency);
  return quote && { currency, ...quote };
}

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
  const all = within.flatMap((day) =>
    Object.entries(day.rates)
      .map(([currency, rate]) => ({
        day: day.day,
        currency,
        stored: rate,
        published: ratesOn.get(day.day)?.[currency],
        revisions: day.revisions.filter((revision) => revision.currency === currency),
      }))
      .filter((rate) => rate.stored !== rate.published),
  );
  const differences = (isExplained: boolean) =>
    all
      .filter((revision) => isCorrected(revision) === isExplained)
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

export const differenceLine = ({ day, currency, stored, published }: RateDifference): string =>
  `${currency} of ${day}: stored ${stored}, the ECB has published ${published ?? "none"}`;
