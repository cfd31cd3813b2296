/** Rows below zero: more was refunded than sold at one rate, and portals may refuse them. */
export const negativeRowCount = (
  rows: readonly { readonly taxable_amount_minor: number; readonly vat_amount_minor: number }[],
): number => rows.filter((row) => row.taxable_amount_minor < 0 || row.vat_amount_minor < 0).length;
