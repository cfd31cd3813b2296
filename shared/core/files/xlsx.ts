import { type CellStyle, type WriteSheet, writeXlsx } from "hucre/xlsx";
import { exponentOf } from "../money/currency.ts";
import { decimalString, percentString } from "../money/decimal-string.ts";

/** How many lines a text takes in a column of so many characters, broken between words where it can be. */
export function linesOfText(text: string, width: number): number {
  let lines = 1;
  let taken = 0;
  for (const word of text.split(" ")) {
    const gap = taken === 0 ? 0 : 1;
    if (taken + gap + word.length <= width) taken += gap + word.length;
    else {
      if (taken > 0) lines += 1;
      // A word that is longer than a line goes on in the next ones.
      lines += Math.max(0, Math.ceil(word.length / width) - 1);
      taken = word.length % width || Math.min(word.length, width);
    }
  }
  return lines;
}

/** A table: one line of heads, which stays in view, and lines of cells under it. */
export type Sheet = {
  /** One word: the library forgets the quotes that names of several need in print titles. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly lines: readonly (readonly Cell[])[];
};

/** `width` is in characters. */
export type SheetColumn = { readonly head: string; readonly width: number };

type Workbook = {
  readonly title: string;
  /** ISO 8601 instant, UTC; the same workbook of the same instant has the same bytes. */
  readonly made_at: string;
  readonly sheets: readonly Sheet[];
};

/** The workbook as a file of Office Open XML (ISO/IEC 29500). */
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

/** A4 across, as wide as the table, with the heads on every page. */
const ON_PAPER = {
  paperSize: "a4",
  orientation: "landscape",
  fitToPage: true,
  fitToWidth: 1,
  fitToHeight: 0,
  printTitlesRow: "$1:$1",
} as const;

const LINE_POINTS = 15;

/** Not every spreadsheet makes room for what wraps unless it is told how much. */
function heightOf(line: readonly Cell[], row: number, columns: readonly SheetColumn[]) {
  const needed = line.map(({ value, wraps }, n) =>
    wraps ? linesOfText(String(value), roomIn(columns[n])) : 1,
  );
  const most = Math.max(1, ...needed);
  return most === 1 ? [] : [[row, { height: most * LINE_POINTS }] as const];
}

/** A width is in digits, and bold letters are wider. */
const roomIn = (column?: SheetColumn): number => Math.floor((column?.width ?? 1) * 0.85);

const formatted = (line: readonly Cell[], row: number) =>
  line.map(({ value, format, wraps }, column) =>
    styled(row, column, value, {
      ...(format === undefined ? {} : { numFmt: format }),
      alignment: wraps ? { wrapText: true, vertical: "top" } : { vertical: "top" },
    }),
  );

type StyledCell = { readonly value: Cell["value"]; readonly style: CellStyle };

/** The library names cells by row and column, both from 0. */
const styled = (
  row: number,
  column: number,
  value: Cell["value"],
  style: CellStyle,
): [place: string, cell: StyledCell] => [`${row},${column}`, { value, style }];

/** One cell: a value of its own kind, so that a spreadsheet can compute with it, and how it is shown. */
export type Cell = {
  readonly value: string | number | Date | null;
  /** A number format of spreadsheets, without the names of days and months of any language. */
  readonly format?: string;
  /** A text that goes on in further lines where its column ends. */
  readonly wraps?: true;
};

/** Never a formula, whatever it begins with: the file says of each cell that it is a text. */
export const label = (value: string | null): Cell => ({ value });

/** A sentence or several. */
export const note = (value: string): Cell => ({ value, wraps: true });

/** In words: LibreOffice shows a truth value as TRUE in one column and as 1 in another. */
export const flag = (value: boolean): Cell => ({ value: value ? "yes" : "no" });

export const count = (value: number): Cell => ({ value, format: "#,##0" });

/**
 * An amount in major units. It is rounded to whole minor units before: the binary number next to
 * its decimal is the one that every reader makes of that decimal, up to 15 digits.
 * @throws RangeError when the currency is unknown.
 */
export function amount(amount_minor: number, currency: string): Cell {
  const decimals = exponentOf(currency) ?? 0;
  const format = decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;
  return { value: Number(decimalString(amount_minor, currency)), format };
}

/** A rate in per cent: 1900 basis points are 19. */
export const percentage = (rate_bps: number): Cell => ({
  value: Number(percentString(rate_bps)),
  format: "0.00",
});

/** A decimal as it was published, such as an exchange rate, with all its digits. */
export const decimal = (value: string): Cell => ({ value: Number(value), format: "General" });

/** A calendar day, `YYYY-MM-DD`. */
export const day = (value: string): Cell => ({
  value: new Date(`${value}T00:00:00Z`),
  format: "yyyy-mm-dd",
});

/** The media type of workbooks. Apart from what writes them: most functions only name it. */
export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
