import type {
  BreakdownPackage,
  MajorBalance,
  MajorCorrection,
  MajorRow,
} from "../../../../shared/returns/documents/schema.ts";

/*
 * The way back from an export to the preview it was made of, without the product's own code. The
 * return currencies all have two decimals, and so have percentages.
 */
export type Minor = number;

function minor(text: string): Minor {
  const parts = /^(-?)(\d+)\.(\d\d)$/.exec(text);
  if (!parts) throw new Error(`no amount with two decimals: ${text}`);
  const amount = Number(parts[2]) * 100 + Number(parts[3]);
  return parts[1] === "-" ? -amount : amount;
}

export const totalsIn = (totals: BreakdownPackage["report"]["totals"]) => ({
  taxable_minor: minor(totals.taxable),
  current_vat_minor: minor(totals.current_vat),
  correction_vat_minor: minor(totals.correction_vat),
  payable_vat_minor: minor(totals.payable_vat),
});

const amountsIn = <Row extends { taxable_amount: string; vat_amount: string }>(row: Row) => {
  const { taxable_amount, vat_amount, ...rest } = row;
  return {
    ...rest,
    taxable_amount_minor: minor(taxable_amount),
    vat_amount_minor: minor(vat_amount),
  };
};

export function rowIn(row: MajorRow) {
  const { vat_rate_pct, ...rest } = amountsIn(row);
  return { ...rest, vat_rate_bps: minor(vat_rate_pct) };
}

export const correctionIn = (row: MajorCorrection) => amountsIn(row);

export const balanceIn = (balance: MajorBalance) => ({
  member_state_of_consumption: balance.member_state_of_consumption,
  current_vat_minor: minor(balance.current_vat),
  correction_vat_minor: minor(balance.correction_vat),
  payable_vat_minor: minor(balance.payable_vat),
  included_in_grand_total: balance.included_in_grand_total,
});

export const countryIn = (country: BreakdownPackage["report"]["countries"][number]) => ({
  member_state_of_consumption: country.member_state_of_consumption,
  totals: totalsIn(country.totals),
  rows: country.rows.map(rowIn),
  corrections: country.corrections.map(correctionIn),
  balance: balanceIn(country.balance),
});
