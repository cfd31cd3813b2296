import { addExact, type Exact, exactIn, roundExact, ZERO } from "../../core/money/convert.ts";
import { jsonInteger } from "../../core/money/json-integer.ts";
import { type PeriodRates, quoteFor } from "../../vat/exchange-rates/period-rates.ts";
import type { Sum } from "./assign-sums.ts";

/** One row's amounts: its sums of all currencies, converted exactly, added, and rounded once. */
export function convertedRow(
  sums: readonly (Sum & { readonly currency: string })[],
  rates: PeriodRates | undefined,
  returnCurrency: string,
) {
  const amount = (field: "taxable" | "vat") =>
    jsonInteger(
      roundExact(
        sums
          .map((sum) => convert(sum[field], sum.currency, rates, returnCurrency))
          .reduce(addExact, ZERO),
      ),
    );
  return {
    taxable_amount_minor: amount("taxable"),
    vat_amount_minor: amount("vat"),
    event_count: jsonInteger(sums.reduce((count, sum) => count + sum.count, 0n)),
  };
}

function convert(
  amount: bigint,
  currency: string,
  rates: PeriodRates | undefined,
  returnCurrency: string,
): Exact {
  if (currency === returnCurrency) return { numerator: amount, denominator: 1n };
  const from = rates && quoteFor(rates, currency);
  const to = rates && quoteFor(rates, returnCurrency);
  if (!from || !to) throw new RangeError(`no rate from ${currency} to ${returnCurrency}`);
  return exactIn(amount, from, to);
}
