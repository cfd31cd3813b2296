import { stringify } from "csv-stringify/sync";

/** A record by column name; a column that is not in it stays empty. */
export type CsvRecord = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * A CSV text of RFC 4180 with a header line and CRLF line ends. A text that a spreadsheet would take
 * for a formula gets an apostrophe in front; numbers stay as they are, negative ones too.
 */
export const csvText = (columns: readonly string[], records: readonly CsvRecord[]): string =>
  stringify([...records], {
    header: true,
    columns,
    record_delimiter: "windows",
    // With a delimiter of its own the library leaves lone line breaks inside a field unquoted.
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: {
      boolean: String,
      string: (text) => (NUMBER.test(text) ? { value: text, ...AS_IT_IS } : text),
    },
  });

const NUMBER = /^-?\d+(\.\d+)?$/;

/** The library reads every option here; its types know only some of them. */
const AS_IT_IS = { escape_formulas: false };
