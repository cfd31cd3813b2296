import { type CellStyle, type WriteSheet, writeXlsx } from "hucre/xlsx";
import type { Cell } from "./csv.ts";

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
  /** The last lines, in bold; filters leave them in sight. */
  readonly totals?: readonly (readonly Cell[])[];
  /** True for a table whose heads offer filters. */
  readonly isFiltered?: true;
};

/** A column of a sheet; `width` is in characters. */
export type SheetColumn = { readonly head: string; readonly width: number };

type Workbook = {
  readonly title: string;
  /** The three parts of the header of every printed page. */
  readonly header?: readonly [left: string, center: string, right: string];
  /** ISO 8601 instant, UTC. The same workbook of the same instant has the same bytes. */
  readonly made_at: string;
  readonly sheets: readonly Sheet[];
};

/** Returns the workbook as a file of Office Open XML (ISO/IEC 29500). */
export function xlsxOf({ title, header, made_at, sheets }: Workbook): Promise<Uint8Array> {
  const instant = new Date(made_at);
  const onPages = { oddFooter: `&L${plain(title)}&R&A, &P / &N`, ...(header && headerOf(header)) };
  return writeXlsx({
    sheets: sheets.map((sheet) => ({ ...written(sheet), headerFooter: onPages })),
    properties: { title: inXml(title), created: instant, modified: instant },
    defaultFont: FONT,
  });
}

/** Longest text of a part of a page header; a header has at most 255 characters. */
const PART_LENGTH = 76;

const headerOf = (parts: readonly [string, string, string]) => ({
  oddHeader: parts.map((part, n) => `&${"LCR"[n]}${plain(part.slice(0, PART_LENGTH))}`).join(""),
});

/** Doubles each ampersand, which begins a code in the header and footer of a page. */
const plain = (text: string): string => inXml(text).replaceAll("&", "&&");

/** Replaces the characters that a name may have and XML cannot (XML 1.0, production 2). */
const inXml = (text: string): string => text.replaceAll(/[\uFFFE\uFFFF]/g, "\uFFFD");

const writtenOf = ({ value }: Cell): Cell["value"] =>
  typeof value === "string" ? inXml(value) : value;

const FONT = { name: "Calibri", size: 11 };

const HEAD = {
  font: { ...FONT, bold: true },
  fill: { type: "pattern", pattern: "solid", fgColor: { rgb: "FFDCE6F1" } },
  alignment: { wrapText: true, vertical: "top" },
} as const;

/** A figure stands clear of the text of the next column. */
const FIGURE = { horizontal: "right", indent: 1, vertical: "top" } as const;

const FIGURE_HEAD = { ...HEAD, alignment: { ...HEAD.alignment, ...FIGURE } };

const isFigure = ({ value }: Cell): boolean => value !== null && typeof value !== "string";

const isOfFigures = (lines: readonly (readonly Cell[])[], column: number): boolean =>
  lines.some((line) => line[column] && isFigure(line[column])) &&
  lines.every((line) => typeof line[column]?.value !== "string");

const TOTAL = {
  font: { ...FONT, bold: true },
  border: { top: { style: "thin", color: { rgb: "FF111111" } } },
} as const;

function written({ name, columns, lines, totals = [], isFiltered }: Sheet): WriteSheet {
  const heads = columns.map(({ head }) => head);
  const all = [...lines, ...totals];
  return {
    name,
    columns: columns.map(({ width }) => ({ width })),
    rows: [heads, ...all.map((line) => line.map(writtenOf))],
    cells: new Map([
      ...heads.map((value, column) =>
        styled(0, column, value, isOfFigures(all, column) ? FIGURE_HEAD : HEAD),
      ),
      ...lines.flatMap((line, n) => formatted(line, n + 1)),
      ...totals.flatMap((line, n) => formatted(line, lines.length + 1 + n, TOTAL)),
    ]),
    rowDefs: new Map(
      [heads.map((value): Cell => ({ value, wraps: true })), ...all].flatMap((line, row) =>
        heightOf(line, row, columns),
      ),
    ),
    freezePane: { rows: 1 },
    pageSetup: ON_PAPER,
    ...(isFiltered && { autoFilter: { range: rangeOf(columns.length, lines.length + 1) } }),
  };
}

/** Returns the range of the first cells of a sheet, such as A1:C9; a sheet has fewer than 27 columns. */
const rangeOf = (columns: number, rows: number): string =>
  `A1:${String.fromCharCode("A".charCodeAt(0) + columns - 1)}${rows}`;

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

const formatted = (line: readonly Cell[], row: number, style: CellStyle = {}) =>
  line.map((cell, column) =>
    styled(row, column, writtenOf(cell), {
      ...style,
      ...(cell.format === undefined ? {} : { numFmt: cell.format }),
      alignment: isFigure(cell)
        ? FIGURE
        : { vertical: "top", ...(cell.wraps && { wrapText: true }) },
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

export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
