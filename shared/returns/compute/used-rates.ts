import { type PeriodRates, quoteFor } from "../../vat/exchange-rates/period-rates.ts";
import type { UsedRate } from "../schema.ts";

/** What was converted. */
type Converted = {
  readonly lines: readonly { readonly currency: string }[];
  readonly corrections: readonly { readonly original_period: string; readonly currency: string }[];
};

/** Every rate that went into the return; corrections bring those of their own periods. */
export function usedRates(
  { lines, corrections }: Converted,
  period: string,
  rates: ReadonlyMap<string, PeriodRates>,
  returnCurrency: string,
): UsedRate[] {
  const converted = [
    ...lines.map(({ currency }) => ({ period, currency })),
    ...corrections.map(({ original_period, currency }) => ({ period: original_period, currency })),
  ].filter(({ currency }) => currency !== returnCurrency);
  const needed = converted.flatMap((one) => [one, { ...one, currency: returnCurrency }]);
  const distinct = new Map(needed.map((one) => [`${one.period} ${one.currency}`, one]));
  return [...distinct]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, one]) => rateOf(one.period, one.currency, rates));
}

function rateOf(period: string, currency: string, rates: ReadonlyMap<string, PeriodRates>) {
  const known = rates.get(period);
  const quote = currency === "EUR" ? undefined : known && quoteFor(known, currency);
  return quote ? [{ currency, rate: quote.rate, date: quote.date, period }] : [];
}
