import { type Balance, type Totals, totalsOf } from "../returns/balances.ts";
import type { ImportMonth } from "../returns/import-schema.ts";
import type { ImportMonthInput } from "../returns/month-report.ts";
import { sortMonth } from "../returns/sort-month.ts";
import { countsByState } from "./counts-by-state.ts";
import type { ImportJurisdiction } from "./multi-jurisdiction-schema.ts";

/** A month's return, and what it was made of. */
export type DrawnMonth = { readonly input: ImportMonthInput; readonly month: ImportMonth };

type Part = ImportJurisdiction["months"][number];

/** Each Member State's part of the monthly returns. */
export function importJurisdictions(
  months: readonly DrawnMonth[],
): Map<string, ImportJurisdiction> {
  const parts = months.flatMap(({ input, month }) => {
    const counts = countsByState(sortMonth(input.tallies, input));
    return month.balances.map((balance) => partOf(month, balance, counts));
  });
  const states = Map.groupBy(parts, ({ balance }) => balance.member_state_of_consumption);
  return new Map([...states].map(([state, own]) => [state, together(own)]));
}

function partOf(month: ImportMonth, balance: Balance, counts: ReadonlyMap<string, number>): Part {
  const { member_state_of_consumption } = balance;
  const ofState = (row: { readonly member_state_of_consumption: string }) =>
    row.member_state_of_consumption === member_state_of_consumption;
  const rows = month.rows.filter(ofState);
  return {
    period_key: month.period_key,
    return_currency: month.return_currency as string,
    totals: totalsOf(rows, [balance]),
    rows,
    corrections: month.corrections.filter(ofState),
    balance,
    included_source_event_count: counts.get(member_state_of_consumption) ?? 0,
  };
}

function together(months: Part[]): ImportJurisdiction {
  const [currency, ...others] = new Set(months.map((part) => part.return_currency));
  const sum = (amount: (part: Part) => number) =>
    months.reduce((total, part) => total + amount(part), 0);
  const totals: Totals = {
    taxable_minor: sum((part) => part.totals.taxable_minor),
    current_vat_minor: sum((part) => part.totals.current_vat_minor),
    correction_vat_minor: sum((part) => part.totals.correction_vat_minor),
    payable_vat_minor: sum((part) => part.totals.payable_vat_minor),
  };
  const one = currency !== undefined && others.length === 0;
  return {
    return_currency: one ? currency : null,
    totals: one ? totals : null,
    included_source_event_count: sum((part) => part.included_source_event_count),
    months,
  };
}
