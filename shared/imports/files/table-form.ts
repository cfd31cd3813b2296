/** How a table is written and which columns it cannot do without. */
export type TableForm = {
  /** Separators that occur; the one is taken that makes the header readable. */
  readonly separators: readonly string[];
  /** Whether cells may stand in quotes. Tab-separated reports write quotes as they are. */
  readonly isQuoted: boolean;
  /** Each needed; of a list one is enough. */
  readonly needed: readonly (string | readonly string[])[];
  /** Whether empty cells at the end of a row may be missing. */
  readonly hasShortRows: boolean;
  /** Whether a row only goes on with the record of the row before it. */
  readonly continues?: (row: { readonly cell: (column: string) => string }) => boolean;
};

/** As columns are compared: without case, blanks around, and the mark at a file's beginning. */
export const columnKey = (name: string): string =>
  name
    .replace(/^\uFEFF/, "")
    .trim()
    .toLowerCase();

/** The needed columns that are not among `names`. */
export function missingColumns(form: TableForm, names: readonly string[]): string[] {
  const present = new Set(names.map(columnKey));
  return form.needed
    .map((one) => (typeof one === "string" ? [one] : one))
    .filter((choices) => !choices.some((name) => present.has(columnKey(name))))
    .map((choices) => choices.join(" or "));
}
