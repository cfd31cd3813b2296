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
