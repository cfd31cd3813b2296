import type { PeriodRates } from "../exchange-rates/period-rates.ts";
import { convertedRow } from "./convert-sums.ts";
import type { ImportLineSum } from "./sort-month.ts";

/**
 * A line of the monthly return (Art. 369t(1) VAT Directive). It knows no sections and no dispatch
 * state. Amounts are minor units of the return currency.
 */
export type ImportRow = {
  member_state_of_consumption: string;
  rate_category: string;
  vat_rate_bps: number;
  taxable_amount_minor: number;
  vat_amount_minor: number;
  event_count: number;
};

/** The lines by Member State of consumption and rate; one that nets to nothing is left out. */
export function importRows(
  lines: readonly ImportLineSum[],
  rates: PeriodRates | undefined,
  returnCurrency: string,
): ImportRow[] {
  const groups = Map.groupBy(lines, (line) =>
    [line.consumption_country, line.rate_category, line.vat_rate_bps].join(),
  );
  return [...groups.values()]
    .map((group) => {
      const { consumption_country, rate_category, vat_rate_bps } = group[0] as ImportLineSum;
      return {
        member_state_of_consumption: consumption_country,
        rate_category,
        vat_rate_bps,
        ...convertedRow(group, rates, returnCurrency),
      };
    })
    .filter((row) => row.taxable_amount_minor !== 0 || row.vat_amount_minor !== 0)
    .sort(byPlaceInReturn);
}

function byPlaceInReturn(a: ImportRow, b: ImportRow): number {
  const [one, other] = [placeOf(a), placeOf(b)];
  return one < other ? -1 : one > other ? 1 : b.vat_rate_bps - a.vat_rate_bps;
}

const placeOf = (row: ImportRow): string =>
  `${row.member_state_of_consumption} ${row.rate_category === "standard" ? 0 : 1}`;
