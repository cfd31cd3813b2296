import { hasDecimalComma } from "../format/locale.ts";

/** The text of a displayed cell; `isFigure` is true for numbers. */
export type ShownCell = { readonly text: string; readonly isFigure: boolean };

/** Matches a text that spreadsheets read as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Converts a table to CSV with numbers in the reader's locale. Locales with a decimal comma get semicolons between
 * fields, as their spreadsheets expect. A text that would be a formula is prefixed with an apostrophe; numbers may be
 * negative.
 */
export function csvOf(rows: readonly (readonly ShownCell[])[], locale: string): string {
  const delimiter = hasDecimalComma(locale) ? ";" : ",";
  const lines = rows.map((row) => row.map((cell) => fieldOf(cell, delimiter)).join(delimiter));
  // Byte order mark; spreadsheets need it to detect UTF-8.
  return `\ufeff${lines.join("\r\n")}\r\n`;
}

function fieldOf({ text, isFigure }: ShownCell, delimiter: string): string {
  const spaced = text.replaceAll(/[\u00a0\u202f]/g, " ");
  // Spreadsheets read a number with a hyphen, and not with a minus sign.
  const plain = isFigure ? spaced.replace("\u2212", "-") : spaced;
  const safe = !isFigure && FORMULA.test(plain) ? `'${plain}` : plain;
  return safe.includes(delimiter) || /["\r\n]/.test(safe)
    ? `"${safe.replaceAll('"', '""')}"`
    : safe;
}
