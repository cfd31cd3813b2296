/** A cell as it is shown, and whether it is a figure. */
export type ShownCell = { readonly text: string; readonly isFigure: boolean };

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A table as CSV, figures as the reader's locale writes them: with a semicolon between fields where a
 * comma stands before decimals, as spreadsheets of such readers expect. A text that would be a formula
 * is quoted by an apostrophe; figures may be below zero.
 */
export function csvOf(rows: readonly (readonly ShownCell[])[], locale: string): string {
  const delimiter = new Intl.NumberFormat(locale).format(1.5).includes(",") ? ";" : ",";
  const lines = rows.map((row) => row.map((cell) => fieldOf(cell, delimiter)).join(delimiter));
  // Spreadsheets take a file without the mark for one of their own encoding.
  return `\ufeff${lines.join("\r\n")}\r\n`;
}

function fieldOf({ text, isFigure }: ShownCell, delimiter: string): string {
  const plain = text.replaceAll(/[\u00a0\u202f]/g, " ");
  const safe = !isFigure && FORMULA.test(plain) ? `'${plain}` : plain;
  return safe.includes(delimiter) || /["\r\n]/.test(safe)
    ? `"${safe.replaceAll('"', '""')}"`
    : safe;
}
