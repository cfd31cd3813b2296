import type { Balance, BelowZero, CorrectionRow, LateChange, Return } from "../schema.ts";

/**
 * Corrections of a return that leave less than nothing of what was declared for their quarter and
 * Member State; a portal may refuse them. `earlier` are the returns from the oldest corrected quarter
 * to the one before this return, in the same currency.
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

/** What an earlier return says of each period and Member State, be it of the ledger or filed elsewhere. */
export type DeclaredBefore = {
  readonly period_key: string;
  readonly balances: readonly Pick<Balance, "member_state_of_consumption" | "current_vat_minor">[];
  readonly corrections: readonly Pick<
    CorrectionRow,
    "original_period" | "member_state_of_consumption" | "vat_amount_minor"
  >[];
  readonly late_changes: readonly LateChange[];
};

/** The corrections that can take something below zero. */
const correctionsOf = ({ corrections }: Return) =>
  corrections.filter((row) => row.vat_amount_minor < 0);

/** The oldest quarter that this return takes VAT back from; undefined when it takes none back. */
export const oldestCorrected = (preview: Return): string | undefined =>
  correctionsOf(preview)
    .map((row) => row.original_period)
    .sort()[0];

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
  // A declared return that has changed is drawn as of today: what moved is in it already.
  const late = [preview, ...earlier].flatMap((one) => one.late_changes).filter(ofPeriod);
  return vatOf(current) + vatOf(since) - vatOf(late);
}

const vatOf = (rows: readonly { readonly vat_amount_minor: number }[]): number =>
  rows.reduce((sum, row) => sum + row.vat_amount_minor, 0);

/** Rows below zero: more was refunded than sold at one rate, and portals may refuse them. */
export const negativeRowCount = (
  rows: readonly { readonly taxable_amount_minor: number; readonly vat_amount_minor: number }[],
): number => rows.filter((row) => row.taxable_amount_minor < 0 || row.vat_amount_minor < 0).length;
