import type { PeriodRates } from "../../vat/exchange-rates/period-rates.ts";
import type { CorrectionRow } from "../schema.ts";
import type { CorrectionSum } from "./assign-sums.ts";
import { convertedRow } from "./convert-sums.ts";

/**
 * One entry per corrected period and Member State of consumption (Art. 369g(4), 369t(2)). It converts with
 * the rates of its own period: a correction repairs what was declared then.
 */
export function correctionRows(
  sums: readonly CorrectionSum[],
  rates: ReadonlyMap<string, PeriodRates>,
  returnCurrency: string,
): CorrectionRow[] {
  const groups = Map.groupBy(sums, (sum) => `${sum.original_period} ${sum.consumption_country}`);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => {
      const { original_period, consumption_country } = group[0] as CorrectionSum;
      return {
        original_period,
        member_state_of_consumption: consumption_country,
        ...convertedRow(group, rates.get(original_period), returnCurrency),
      };
    })
    .filter((row) => row.taxable_amount_minor !== 0 || row.vat_amount_minor !== 0);
}
