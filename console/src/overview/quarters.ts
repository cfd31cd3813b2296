import type { DueReturn } from "../../../client/src/eu-vat-client.ts";

/** Number of quarters in the picture. */
const QUARTERS = 8;

/** A return whose VAT is known. */
export type Quarter = DueReturn & {
  readonly payable_vat_minor: number;
  readonly return_currency: string;
};

/** Returns the last quarters of the Union scheme whose VAT is known, the oldest first. */
export const quartersOf = (returns: readonly DueReturn[]): Quarter[] =>
  returns
    .filter(
      (dueReturn): dueReturn is Quarter =>
        dueReturn.scheme_type === "union_oss" &&
        dueReturn.payable_vat_minor !== null &&
        dueReturn.return_currency !== null,
    )
    .toSorted((one, other) => (one.period_key < other.period_key ? -1 : 1))
    .slice(-QUARTERS);

/** Returns the same quarter of the year before; undefined where it is not known, or is in another currency. */
export function yearBefore(quarter: DueReturn, all: readonly Quarter[]): Quarter | undefined {
  const [year = "", name] = quarter.period_key.split("-");
  const [only, ...others] = all.filter(
    ({ period_key, return_currency }) =>
      period_key === `${Number(year) - 1}-${name}` && return_currency === quarter.return_currency,
  );
  return others.length === 0 ? only : undefined;
}
