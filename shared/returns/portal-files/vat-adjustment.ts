import { decimalString } from "../../core/money/decimal-string.ts";
import type { FileFinding } from "./finding.ts";
import type { NeutralReturn, NeutralSupply } from "./neutral-return.ts";
import type { ReturnFormat } from "./return-format.ts";
import { nameOfRow, vatOfBase } from "./row-findings.ts";

/*
 * Portals that compute the VAT of a row as base times rate. A return declares the booked VAT (docs/decisions/0014), so a
 * file for such a portal differs from the return by cents, and is made only if the filer accepts the difference.
 */

const differenceOf = (row: NeutralSupply): number => vatOfBase(row) - row.vat_minor;

/** Finds rows whose VAT the portal would compute differently: one consent a row, or a refusal above the limit. */
export function adjustmentFindings(
  { largestAdjustment }: ReturnFormat,
  { supplies, currency }: NeutralReturn,
): FileFinding[] {
  if (largestAdjustment === undefined) return [];
  return supplies
    .filter((row) => differenceOf(row) !== 0)
    .map((row) => {
      const by = Math.abs(differenceOf(row));
      const isOffered = by <= largestAdjustment;
      const told = `${nameOfRow(row)}: VAT is ${decimalString(row.vat_minor, currency)}, and base times rate ${decimalString(vatOfBase(row), currency)}`;
      return {
        severity: isOffered ? "consent" : "refusal",
        field: `rows.${row.index}`,
        rule: "vat_unlike_base_times_rate",
        message: isOffered
          ? `${told}, which the portal declares; ${decimalString(differenceOf(row), currency)} is added if you accept it`
          : told,
      };
    });
}

/** Returns the return with the VAT that the portal computes; balances and total follow from it. */
export function asThePortalComputes(format: ReturnFormat, neutral: NeutralReturn): NeutralReturn {
  if (format.largestAdjustment === undefined) return neutral;
  const balances = neutral.balances.map((balance) => ({
    ...balance,
    vat_minor: balance.vat_minor + adjustmentIn(neutral, balance.member_state),
  }));
  return {
    ...neutral,
    supplies: neutral.supplies.map((row) => ({ ...row, vat_minor: vatOfBase(row) })),
    balances,
    total_minor: balances.reduce((sum, { vat_minor }) => sum + Math.max(vat_minor, 0), 0),
  };
}

const adjustmentIn = ({ supplies }: NeutralReturn, state: string): number =>
  supplies
    .filter(({ member_state }) => member_state === state)
    .reduce((sum, row) => sum + differenceOf(row), 0);
