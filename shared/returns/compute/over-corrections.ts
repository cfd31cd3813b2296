import type { Balance, BelowZero, CorrectionRow, LateChange, Return } from "../schema.ts";

/**
 * Returns the corrections that reduce the amount declared for their quarter and Member State below zero; a portal may
 * reject them. `earlier` are the returns from the oldest corrected quarter to the one before this return, in the same
 * currency.
 */
export function belowZero(preview: Return, earlier: readonly DeclaredBefore[]): BelowZero[] {
  return correctionsOf(preview).flatMap((row) => {
    const declared = declaredVat(row, preview, earlier);
    const resulting = declared + row.vat_amount_minor;
    if (resulting >= 0) return [];
    return [
      {
        original_period: row.original_period,
        member_state_of_consumption: row.member_state_of_consumption,
        declared_vat_minor: declared,
        correction_vat_minor: row.vat_amount_minor,
        resulting_vat_minor: resulting,
      },
    ];
  });
}

/** The amounts of an earlier return by period and Member State, computed from the ledger or filed elsewhere. */
export type DeclaredBefore = {
  readonly period_key: string;
  readonly balances: readonly Pick<Balance, "member_state_of_consumption" | "current_vat_minor">[];
  readonly corrections: readonly Pick<
    CorrectionRow,
    "original_period" | "member_state_of_consumption" | "vat_amount_minor"
  >[];
  readonly late_changes: readonly LateChange[];
};

/** Returns the corrections that reduce VAT. */
const correctionsOf = ({ corrections }: Return) =>
  corrections.filter((row) => row.vat_amount_minor < 0);

/** Returns the oldest quarter whose VAT this return reduces; undefined if there is none. Corrections are sorted by quarter. */
export const oldestCorrected = (preview: Return): string | undefined =>
  correctionsOf(preview)[0]?.original_period;

type Corrected = { readonly original_period: string; readonly member_state_of_consumption: string };

function declaredVat(
  corrected: Corrected,
  preview: Return,
  earlier: readonly DeclaredBefore[],
): number {
  const { original_period, member_state_of_consumption } = corrected;
  const ofState = (row: { readonly member_state_of_consumption: string }) =>
    row.member_state_of_consumption === member_state_of_consumption;
  const current = earlier
    .filter((one) => one.period_key === original_period)
    .flatMap(({ balances }) => balances.filter(ofState))
    .map(({ current_vat_minor }) => ({ vat_amount_minor: current_vat_minor }));
  const ofPeriod = (row: Corrected) => ofState(row) && row.original_period === original_period;
  const since = earlier.flatMap((one) => one.corrections).filter(ofPeriod);
  // A changed return is computed from the current ledger, so its late changes are already included.
  const late = [preview, ...earlier].flatMap((one) => one.late_changes).filter(ofPeriod);
  return vatOf(current) + vatOf(since) - vatOf(late);
}

const vatOf = (rows: readonly { readonly vat_amount_minor: number }[]): number =>
  rows.reduce((sum, row) => sum + row.vat_amount_minor, 0);

/** Counts rows below zero: more was refunded than sold at one rate, and portals may reject them. */
export const negativeRowCount = (
  rows: readonly { readonly taxable_amount_minor: number; readonly vat_amount_minor: number }[],
): number => rows.filter((row) => row.taxable_amount_minor < 0 || row.vat_amount_minor < 0).length;
