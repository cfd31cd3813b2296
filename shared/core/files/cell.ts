import { exponentOf } from "../money/currency.ts";
import { decimalString, percentString } from "../money/decimal-string.ts";

/** One cell: a value of its own kind, so that a spreadsheet can compute with it, and how it is shown. */
export type Cell = {
  readonly value: string | number | Date | null;
  /** A number format of spreadsheets, without the names of days and months of any language. */
  readonly format?: string;
  /** A text that goes on in further lines where its column ends. */
  readonly wraps?: true;
};

/** Never a formula, whatever it begins with: the file says of each cell that it is a text. */
export const label = (value: string | null): Cell => ({ value });

/** A sentence or several. */
export const note = (value: string): Cell => ({ value, wraps: true });

/** In words: LibreOffice shows a truth value as TRUE in one column and as 1 in another. */
export const flag = (value: boolean): Cell => ({ value: value ? "yes" : "no" });

export const count = (value: number): Cell => ({ value, format: "#,##0" });

/**
 * An amount in major units. It is rounded to whole minor units before: the binary number next to
 * its decimal is the one that every reader makes of that decimal, up to 15 digits.
 * @throws RangeError when the currency is unknown.
 */
export function amount(amount_minor: number, currency: string): Cell {
  const decimals = exponentOf(currency) ?? 0;
  const format = decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;
  return { value: Number(decimalString(amount_minor, currency)), format };
}

/** A rate in per cent: 1900 basis points are 19. */
export const percentage = (rate_bps: number): Cell => ({
  value: Number(percentString(rate_bps)),
  format: "0.00",
});

/** A decimal as it was published, such as an exchange rate, with all its digits. */
export const decimal = (value: string): Cell => ({ value: Number(value), format: "General" });

/** A calendar day, `YYYY-MM-DD`. */
export const day = (value: string): Cell => ({
  value: new Date(`${value}T00:00:00Z`),
  format: "yyyy-mm-dd",
});
