import { type CellStyle, type WriteSheet, writeXlsx } from "hucre/xlsx";
import { exponentOf } from "../money/currency.ts";
import { decimalString, percentString } from "../money/decimal-string.ts";

/** Returns the number of lines that a text takes in a column of `width` characters, wrapped between words. */
export function linesOfText(text: string, width: number): number {
  let lines = 1;
  let taken = 0;
  for (const word of text.split(" ")) {
    const gap = taken === 0 ? 0 : 1;
    if (taken + gap + word.length <= width) taken += gap + word.length;
    else {
      if (taken > 0) lines += 1;
      // A word that is longer than a line continues in the next lines.
      lines += Math.max(0, Math.ceil(word.length / width) - 1);
      taken = word.length % width || Math.min(word.length, width);
    }
  }
  return lines;
}

/** A table: one frozen line of heads, and lines of cells below. */
export type Sheet = {
  /** One word, because the library drops the quotes that a name of several words needs in print titles. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly lines: readonly (readonly Cell[])[];
};

/** A column of a sheet; `width` is in characters. */
export type SheetColumn = { readonly head: string; readonly width: number };

type Workbook = {
  readonly title: string;
  /** ISO 8601 instant, UTC. The same workbook of the same instant has the same bytes. */
  readonly made_at: string;
  readonly sheets: readonly Sheet[];
};

/** Returns the workbook as a file of Office Open XML (ISO/IEC 29500). */
export function xlsxOf({ title, made_at, sheets }: Workbook): Promise<Uint8Array> {
  const instant = new Date(made_at);
  return writeXlsx({
    sheets: sheets.map((sheet) => written(sheet, title)),
    properties: { title, created: instant, modified: instant },
    defaultFont: FONT,
  });
}

const FONT = { name: "Calibri", size: 11 };

const HEAD = {
  font: { ...FONT, bold: true },
  fill: { type: "pattern", pattern: "solid", fgColor: { rgb: "FFDCE6F1" } },
  alignment: { wrapText: true, vertical: "top" },
} as const;

function written({ name, columns, lines }: Sheet, title: string): WriteSheet {
  const heads = columns.map(({ head }) => head);
  return {
    name,
    columns: columns.map(({ width }) => ({ width })),
    rows: [heads, ...lines.map((line) => line.map(({ value }) => value))],
    cells: new Map([
      ...heads.map((value, column) => styled(0, column, value, HEAD)),
      ...lines.flatMap((line, n) => formatted(line, n + 1)),
    ]),
    rowDefs: new Map(
      [heads.map((value): Cell => ({ value, wraps: true })), ...lines].flatMap((line, row) =>
        heightOf(line, row, columns),
      ),
    ),
    freezePane: { rows: 1 },
    pageSetup: ON_PAPER,
    headerFooter: { oddFooter: `&L${title}&R&A, &P / &N` },
  };
}

/** Print settings: A4 landscape, fitted to the width of the table, with the heads on every page. */
const ON_PAPER = {
  paperSize: "a4",
  orientation: "landscape",
  fitToPage: true,
  fitToWidth: 1,
  fitToHeight: 0,
  printTitlesRow: "$1:$1",
} as const;

const LINE_POINTS = 15;

/** Returns the height of a line with wrapped text, because some spreadsheets do not adjust it themselves. */
function heightOf(line: readonly Cell[], row: number, columns: readonly SheetColumn[]) {
  const needed = line.map(({ value, wraps }, n) =>
    wraps ? linesOfText(String(value), roomIn(columns[n])) : 1,
  );
  const most = Math.max(1, ...needed);
  return most === 1 ? [] : [[row, { height: most * LINE_POINTS }] as const];
}

/** Returns the usable characters of a column. A column width counts digits, and bold letters are wider. */
const roomIn = (column?: SheetColumn): number => Math.floor((column?.width ?? 1) * 0.85);

const formatted = (line: readonly Cell[], row: number) =>
  line.map(({ value, format, wraps }, column) =>
    styled(row, column, value, {
      ...(format === undefined ? {} : { numFmt: format }),
      alignment: wraps ? { wrapText: true, vertical: "top" } : { vertical: "top" },
    }),
  );

type StyledCell = { readonly value: Cell["value"]; readonly style: CellStyle };

/** The library addresses cells by row and column, both counted from 0. */
const styled = (
  row: number,
  column: number,
  value: Cell["value"],
  style: CellStyle,
): [place: string, cell: StyledCell] => [`${row},${column}`, { value, style }];

/** One cell: a typed value, so that a spreadsheet can compute with it, and its display format. */
export type Cell = {
  readonly value: string | number | Date | null;
  /** A number format without the names of days and months of any language. */
  readonly format?: string;
  /** True for text that wraps at the end of its column. */
  readonly wraps?: true;
};

/** Builds a text cell. The file marks the cell as text, so its content is never read as a formula. */
export const label = (value: string | null): Cell => ({ value });

/** Builds a text cell of one or more sentences that wraps. */
export const note = (value: string): Cell => ({ value, wraps: true });

/** Builds a yes/no cell as text, because LibreOffice shows booleans as TRUE in one column and 1 in another. */
export const flag = (value: boolean): Cell => ({ value: value ? "yes" : "no" });

export const count = (value: number): Cell => ({ value, format: "#,##0" });

/**
 * Builds a cell with an amount in major units. The amount is a whole number of minor units, so the binary number
 * nearest to its decimal is the one that every reader computes, up to 15 digits.
 * @throws RangeError when the currency is unknown.
 */
export function amount(amount_minor: number, currency: string): Cell {
  const decimals = exponentOf(currency) ?? 0;
  const format = decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;
  return { value: Number(decimalString(amount_minor, currency)), format };
}

/** Builds a cell with a rate in per cent: 1900 basis points are 19. */
export const percentage = (rate_bps: number): Cell => ({
  value: Number(percentString(rate_bps)),
  format: "0.00",
});

/** Builds a cell with a published decimal, such as an exchange rate, with all its digits. */
export const decimal = (value: string): Cell => ({ value: Number(value), format: "General" });

/** Builds a cell with a calendar day, `YYYY-MM-DD`. */
export const day = (value: string): Cell => ({
  value: new Date(`${value}T00:00:00Z`),
  format: "yyyy-mm-dd",
});

/** The media type of workbooks. */
export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
