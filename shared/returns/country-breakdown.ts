import { type Balance, type Totals, totalsOf } from "./balances.ts";
import type { CorrectionRow } from "./corrections.ts";
import type { UnionPreview } from "./preview.ts";
import type { ReturnRow } from "./return-rows.ts";

/** One Member State of consumption: its part of the return. */
export type Country = {
  readonly member_state_of_consumption: string;
  readonly totals: Totals;
  readonly rows: ReturnRow[];
  readonly corrections: CorrectionRow[];
  readonly balance: Balance;
};

export type CountryBreakdown = Omit<UnionPreview, "rows" | "corrections" | "balances"> & {
  readonly countries: Country[];
};

/** The preview, nested by Member State of consumption. Nothing is computed a second way. */
export function countryBreakdown(preview: UnionPreview): CountryBreakdown {
  const { rows, corrections, balances, ...common } = preview;
  return { ...common, countries: balances.map((balance) => countryOf(balance, preview)) };
}

function countryOf(balance: Balance, preview: UnionPreview): Country {
  const { member_state_of_consumption } = balance;
  const ofState = (row: ReturnRow | CorrectionRow) =>
    row.member_state_of_consumption === member_state_of_consumption;
  const rows = preview.rows.filter(ofState);
  return {
    member_state_of_consumption,
    totals: totalsOf(rows, [balance]),
    rows,
    corrections: preview.corrections.filter(ofState),
    balance,
  };
}
