/** The format of a table and its required columns. */
export type TableForm = {
  /** Possible separators; the first that makes the header readable is used. */
  readonly separators: readonly string[];
  /**
   * True if quotes around cells are part of the form. Reports without have quotes as plain text between tabs; once they
   * are saved with another separator, they need quotes as well.
   */
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

/** Returns the fewest required columns that are missing from a header with any of the separators. */
export const fewestMissing = (line: string, form: TableForm): string[] =>
  form.separators
    .map((separator) => missingColumns(form, namesOf(line, separator)))
    .reduce((fewest, missing) => (missing.length < fewest.length ? missing : fewest));

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
  fewestMissing(line, form).length === 0;

/** Lists at most ten names. */
export const listed = (names: readonly (string | undefined)[]): string =>
  names.length > 10
    ? `${names.slice(0, 10).join(", ")} and ${names.length - 10} more`
    : names.join(", ");
