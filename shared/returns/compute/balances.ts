import type { Balance, Totals } from "../schema.ts";

/** What a balance needs of a row or a correction. */
type StateAmounts = {
  readonly member_state_of_consumption: string;
  readonly taxable_amount_minor: number;
  readonly vat_amount_minor: number;
};

/** One balance per Member State of consumption that has a row or a correction, by code. */
export function balancesOf(
  rows: readonly StateAmounts[],
  corrections: readonly StateAmounts[],
): Balance[] {
  const states = new Set([...rows, ...corrections].map((row) => row.member_state_of_consumption));
  return [...states].sort().map((state) => balanceOf(state, rows, corrections));
}

function balanceOf(
  member_state_of_consumption: string,
  rows: readonly StateAmounts[],
  corrections: readonly StateAmounts[],
): Balance {
  const ofState = (row: StateAmounts) =>
    row.member_state_of_consumption === member_state_of_consumption;
  const current_vat_minor = sum(rows.filter(ofState).map((row) => row.vat_amount_minor));
  const correction_vat_minor = sum(corrections.filter(ofState).map((row) => row.vat_amount_minor));
  const payable_vat_minor = current_vat_minor + correction_vat_minor;
  return {
    member_state_of_consumption,
    current_vat_minor,
    correction_vat_minor,
    payable_vat_minor,
    included_in_grand_total: payable_vat_minor > 0,
  };
}

/** The totals of a return, or, given one Member State's rows and balance, of that part of it. */
export const totalsOf = (rows: readonly StateAmounts[], balances: readonly Balance[]): Totals => ({
  taxable_minor: sum(rows.map((row) => row.taxable_amount_minor)),
  current_vat_minor: sum(balances.map((balance) => balance.current_vat_minor)),
  correction_vat_minor: sum(balances.map((balance) => balance.correction_vat_minor)),
  payable_vat_minor: sum(
    balances
      .filter((balance) => balance.included_in_grand_total)
      .map((balance) => balance.payable_vat_minor),
  ),
});

const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0);
