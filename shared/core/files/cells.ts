import { exponentOf } from "../money/currency.ts";
import { decimalString, percentString } from "../money/decimal-string.ts";

/** One cell: a typed value, so that a spreadsheet can compute with it, and its display format. */
export type Cell = {
  readonly value: string | number | Date | null;
  /** A number format without the names of days and months of any language. */
  readonly format?: string;
  /** True for text that wraps at the end of its column. */
  readonly wraps?: true;
};

/** Builds a text cell. The file marks the cell as text, so its content is never read as a formula. */
export const label = (value: string | null): Cell => ({ value });

/** Builds a text cell of one or more sentences that wraps. */
export const note = (value: string): Cell => ({ value, wraps: true });

export const count = (value: number): Cell => ({ value, format: "#,##0" });

/**
 * Builds a cell with an amount in major units. The amount is a whole number of minor units, so the binary number
 * nearest to its decimal is the one that every reader computes, up to 15 digits.
 * @throws RangeError when the currency is unknown.
 */
export function amount(amount_minor: number, currency: string): Cell {
  const decimals = exponentOf(currency) ?? 0;
  const format = decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;
  return { value: Number(decimalString(amount_minor, currency)), format };
}

/** Builds a cell with a rate in per cent: 1900 basis points are 19. */
export const percentage = (rate_bps: number): Cell => ({
  value: Number(percentString(rate_bps)),
  format: "0.00",
});

/** Builds a cell with a published decimal, such as an exchange rate, with all its digits. */
export const decimal = (value: string): Cell => ({ value: Number(value), format: "General" });

/** Builds a cell with a calendar day, `YYYY-MM-DD`. */
export const day = (value: string): Cell => ({
  value: new Date(`${value}T00:00:00Z`),
  format: "yyyy-mm-dd",
});
