/** The format of a table and its required columns. */
export type TableForm = {
  /** Possible separators; the first that makes the header readable is used. */
  readonly separators: readonly string[];
  /** True if cells may be quoted. Tab-separated reports contain quotes as plain text. */
  readonly isQuoted: boolean;
  /** Required columns; of a list, one column is enough. */
  readonly needed: readonly (string | readonly string[])[];
  /** True if empty cells at the end of a row may be missing. */
  readonly hasShortRows: boolean;
  /** True if a row continues the record of the row before it. */
  readonly continues?: (row: { readonly cell: (column: string) => string }) => boolean;
};

/** Returns the name under which columns are compared: without case, surrounding blanks and the byte order mark. */
export const columnKey = (name: string): string =>
  name
    .replace(/^\uFEFF/, "")
    .trim()
    .toLowerCase();

/** Returns the required columns that are not among `names`. */
export function missingColumns(form: TableForm, names: readonly string[]): string[] {
  const present = new Set(names.map(columnKey));
  return form.needed
    .map((column) => (typeof column === "string" ? [column] : column))
    .filter((choices) => !choices.some((name) => present.has(columnKey(name))))
    .map((choices) => choices.join(" or "));
}

/** A recognisable export that this importer does not read; named in the error. */
export type NamedForm = {
  /** The name of the import format that reads it. */
  readonly format: string;
  readonly title: string;
  readonly form: TableForm;
};

/** Splits a header into names. Names contain no separators, so surrounding quotes are simply removed. */
export const namesOf = (line: string, separator: string): string[] =>
  line.split(separator).map((name) => name.trim().replace(/^"(.*)"$/, "$1"));

/** True if a header has every required column of `form`, with any of its separators. */
export const fitsForm = (line: string, form: TableForm): boolean =>
  form.separators.some((separator) => missingColumns(form, namesOf(line, separator)).length === 0);
