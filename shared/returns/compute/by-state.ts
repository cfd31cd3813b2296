import { jsonInteger } from "../../core/money/decimal-string.ts";
import type { CountryBreakdown, Return, StatePart } from "../schema.ts";
import type { AssignedSums } from "./assign-sums.ts";
import { totalsOf } from "./compute.ts";

/** Returns the return by Member State of consumption, without computing any amount again. */
export function countryBreakdown(report: Return): CountryBreakdown {
  const { rows, corrections, balances, late_changes, ...common } = report;
  return { ...common, countries: statesOf(report) };
}

/** Splits a return by Member State, sorted by code. */
export const statesOf = (report: Pick<Return, "rows" | "corrections" | "balances">): StatePart[] =>
  report.balances.map((balance) => {
    const { member_state_of_consumption } = balance;
    const ofState = (row: { readonly member_state_of_consumption: string }) =>
      row.member_state_of_consumption === member_state_of_consumption;
    const rows = report.rows.filter(ofState);
    return {
      member_state_of_consumption,
      totals: totalsOf(rows, [balance]),
      rows,
      corrections: report.corrections.filter(ofState),
      balance,
    };
  });

/** Counts the events of a return by Member State, including those of rows with a net amount of zero. */
export function countsByState({ lines, corrections }: AssignedSums): Map<string, number> {
  const groups = Map.groupBy(
    [...lines, ...corrections],
    ({ consumption_country }) => consumption_country,
  );
  return new Map(
    [...groups].map(([state, sums]) => [
      state,
      jsonInteger(sums.reduce((count, sum) => count + sum.count, 0n)),
    ]),
  );
}
