/** A row of a table. `cell` is empty where the row has ended before that column, or the file lacks it. */
export type TableRow = {
  /** The number that a spreadsheet shows, the header being row 1. */
  readonly at: string;
  readonly width: number;
  readonly cell: (column: string) => string;
};

/** A row, with those after it that only go on with it. */
export type TableRecord = TableRow & {
  /** The last one of a file that does not end with a line break: perhaps it is cut off. */
  readonly isOpenEnd: boolean;
  readonly header: TableHeader;
  readonly rest: readonly TableRow[];
};

export type TableHeader = {
  readonly names: readonly string[];
  /** Whether the file has the column. */
  readonly has: (column: string) => boolean;
};

/** One object of a JSON file; `at` is where: `/0`, or `orders/0` of a list with a name. */
export type JsonRecord = { readonly at: string; readonly value: unknown };

/** One line of a file with an object a line; `at` is the number of the line. */
export type LineRecord = { readonly at: string; readonly text: string };

/** What can be wrong with a file as a whole, each with its name in the API. */
export const FILE_FAULTS = [
  "empty_file",
  "compressed",
  "not_a_text",
  "web_page",
  "not_utf8",
  "wrong_report",
  "missing_columns",
  "doubled_columns",
  "broken_quotes",
  "too_large",
  "not_json",
  "truncated",
  "checksum_mismatch",
  "file_changed",
] as const;

export type FileFaultCode = (typeof FILE_FAULTS)[number];

/** Nothing of such a file is used; the message is one sentence for the person who uploaded it. */
export class FileFault extends Error {
  readonly code: FileFaultCode;

  constructor(code: FileFaultCode, message: string) {
    super(message);
    this.name = "FileFault";
    this.code = code;
  }
}
