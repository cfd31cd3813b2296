import type { PeriodKey } from "../../core/ids.ts";
import {
  addExact,
  type Currency,
  type Exact,
  exactIn,
  jsonInteger,
  roundExact,
  ZERO,
} from "../../core/money/money.ts";
import { type PeriodRates, quoteFor } from "../../vat/exchange-rates/period-rates.ts";
import type { UsedRate } from "../schema.ts";

/** Amounts in minor units of their own currency: a sum, or those of one event. */
type Booked = { readonly taxable: bigint; readonly vat: bigint; readonly currency: Currency };

/** Amounts in minor units of the return's currency, before they are rounded. */
type ExactAmounts = { readonly taxable: Exact; readonly vat: Exact };

/** Converts amounts and adds them, without rounding. */
export function exactAmounts(
  booked: readonly Booked[],
  rates: PeriodRates | undefined,
  returnCurrency: Currency,
): ExactAmounts {
  const amount = (field: "taxable" | "vat") =>
    booked
      .map((one) => convert(one[field], one.currency, rates, returnCurrency))
      .reduce(addExact, ZERO);
  return { taxable: amount("taxable"), vat: amount("vat") };
}

/** Converts the sums of a row exactly, adds them, and rounds once. */
export function convertedRow(
  sums: readonly (Booked & { readonly count: bigint })[],
  rates: PeriodRates | undefined,
  returnCurrency: Currency,
) {
  const { taxable, vat } = exactAmounts(sums, rates, returnCurrency);
  return {
    taxable_amount_minor: jsonInteger(roundExact(taxable)),
    vat_amount_minor: jsonInteger(roundExact(vat)),
    event_count: jsonInteger(sums.reduce((count, sum) => count + sum.count, 0n)),
  };
}

function convert(
  amount: bigint,
  currency: Currency,
  rates: PeriodRates | undefined,
  returnCurrency: Currency,
): Exact {
  if (currency === returnCurrency) return { numerator: amount, denominator: 1n };
  const from = rates && quoteFor(rates, currency);
  const to = rates && quoteFor(rates, returnCurrency);
  if (!from || !to) throw new RangeError(`no rate from ${currency} to ${returnCurrency}`);
  return exactIn(amount, from, to);
}

/** Returns the rate of a currency that converts a period; none for the euro. */
export function rateOf(
  period: PeriodKey,
  currency: Currency,
  rates: ReadonlyMap<string, PeriodRates>,
): UsedRate[] {
  const known = rates.get(period);
  const quote = currency === "EUR" ? undefined : known && quoteFor(known, currency);
  return quote ? [{ currency, rate: quote.rate, date: quote.date, period }] : [];
}
