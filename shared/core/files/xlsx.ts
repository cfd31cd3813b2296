import { type CellStyle, type WriteSheet, writeXlsx } from "hucre/xlsx";
import type { Cell } from "./cell.ts";
import { linesOfText } from "./wrapping.ts";

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
