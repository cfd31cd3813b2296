/** A row of a table. `cell` is empty if the row ends before that column or the file lacks the column. */
export type TableRow = {
  /** The row number as in a spreadsheet; the header is row 1. */
  readonly at: string;
  readonly width: number;
  readonly cell: (column: string) => string;
};

/** A row, with the following rows that continue its record. */
export type TableRecord = TableRow & {
  /** True for the last row of a file without a final line break, which may be incomplete. */
  readonly isOpenEnd: boolean;
  readonly header: TableHeader;
  readonly rest: readonly TableRow[];
};

export type TableHeader = {
  readonly names: readonly string[];
  /** True if the file has the column. */
  readonly has: (column: string) => boolean;
};

/** One object of a JSON file; `at` is its position: `/0`, or `orders/0` in a named list. */
export type JsonRecord = { readonly at: string; readonly value: unknown };

/** One line of a file with an object per line; `at` is the line number. */
export type LineRecord = { readonly at: string; readonly text: string };

/** The faults of a file as a whole, each with its name in the API. */
export const FILE_FAULTS = [
  "empty_file",
  "compressed",
  "not_a_text",
  "web_page",
  "e_invoice",
  "xml",
  "not_utf8",
  "wrong_report",
  "missing_columns",
  "doubled_columns",
  "broken_quotes",
  "damaged_by_spreadsheet",
  "too_large",
  "not_json",
  "no_list_of_orders",
  "truncated",
  "checksum_mismatch",
  "file_changed",
] as const;

export type FileFaultCode = (typeof FILE_FAULTS)[number];

/** The fault of a file of which no row is used; the message is one sentence for the user who uploaded it. */
export class FileFault extends Error {
  readonly code: FileFaultCode;
  /** The import format that reads the file, if it is another one. */
  readonly recognised_format: string | undefined;

  constructor(code: FileFaultCode, message: string, recognised_format?: string) {
    super(message);
    this.name = "FileFault";
    this.code = code;
    this.recognised_format = recognised_format;
  }
}
