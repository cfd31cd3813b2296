import { CsvError, type Parser, parse } from "csv-parse";
import { FileFault, type TableHeader, type TableRecord, type TableRow } from "./csv-record.ts";
import {
  columnKey,
  fitsForm,
  listed,
  missingColumns,
  type NamedForm,
  namesOf,
  type TableForm,
} from "./table-header.ts";

type ReadHeader = TableHeader & {
  readonly separator: string;
  /** Returns the index of a column in a row; undefined if the file lacks the column. */
  readonly placeOfColumn: (column: string) => number | undefined;
};

/**
 * Reads the columns from the first line of a table.
 * @throws FileFault if required columns are missing or repeated, or the header belongs to one of `others`
 */
function tableHeader(line: string, form: TableForm, others: readonly NamedForm[]): ReadHeader {
  const [best] = form.separators
    .map((separator) => ({ separator, names: namesOf(line, separator) }))
    .map((header) => ({ ...header, missing: missingColumns(form, header.names) }))
    .sort((a, b) => a.missing.length - b.missing.length);
  if (!best) throw new RangeError("a table needs a separator");
  if (best.missing.length > 0) throw missingFault(line, best, others);
  rejectDuplicates(best.names);
  const placeOfColumn = remembered(best.names);
  return {
    names: best.names,
    has: (column) => placeOfColumn(column) !== undefined,
    separator: best.separator,
    placeOfColumn,
  };
}

/** Caches the index of each name, so that it is not compared again for each of a million rows. */
function remembered(names: readonly string[]): ReadHeader["placeOfColumn"] {
  const places = new Map(names.map((name, at) => [columnKey(name), at]));
  const asked = new Map<string, number | undefined>();
  return (column) => {
    if (!asked.has(column)) asked.set(column, places.get(columnKey(column)));
    return asked.get(column);
  };
}

function rejectDuplicates(names: readonly string[]): void {
  const doubled = [
    ...Map.groupBy(
      names.filter((name) => name.trim() !== ""),
      columnKey,
    ),
  ]
    .filter(([, same]) => same.length > 1)
    .map(([, same]) => same[0]);
  if (doubled.length === 0) return;
  throw new FileFault("doubled_columns", `The header names columns twice: ${listed(doubled)}.`);
}

function missingFault(
  line: string,
  { missing, names }: { missing: readonly string[]; names: readonly string[] },
  others: readonly NamedForm[],
): FileFault {
  const other = others.find(({ form }) => fitsForm(line, form));
  if (other) {
    const message = `This is another report: ${other.title}.`;
    return new FileFault("wrong_report", message, other.format);
  }
  if (names.length === 1 && line.length > 40) {
    return new FileFault(
      "missing_columns",
      `The header is one single column, so the separator is not the expected one, or it is no table: "${line.slice(0, 60)}".`,
    );
  }
  return new FileFault("missing_columns", `The header lacks needed columns: ${listed(missing)}.`);
}

/** Maximum length of a row; a row of any report has about a thousand characters. */
const LARGEST_ROW = 1_000_000;
const NEWLINE = 10;

/**
 * Yields the records of a table; empty rows are skipped but counted. One row is held back, because only the end of the
 * file shows if the last row is complete.
 * @throws FileFault for a wrong header, broken quotes, or rows above 1 MB
 */
export async function* tableRows(
  bytes: AsyncIterable<Uint8Array>,
  form: TableForm,
  others: readonly NamedForm[],
): AsyncGenerator<TableRecord, void, undefined> {
  const end = { isOpen: false };
  const { header, rest } = await splitHeader(watched(bytes, end), form, others);
  let held: { own: TableRow; rest: TableRow[] } | undefined;
  const finished = (isOpenEnd: boolean): TableRecord[] =>
    held ? [{ ...held.own, header, rest: held.rest, isOpenEnd }] : [];
  let row = 1;
  for await (const cells of cellsOf(rest, header, form)) {
    row += 1;
    if (cells.every((cell) => cell.trim() === "")) continue;
    const next = rowOf(cells, header, row);
    if (held && form.continues?.(next)) held.rest.push(next);
    else {
      yield* finished(false);
      held = { own: next, rest: [] };
    }
  }
  yield* finished(end.isOpen);
}

const rowOf = (cells: readonly string[], header: ReadHeader, row: number): TableRow => ({
  at: String(row),
  width: cells.length,
  cell: (column) => cells[header.placeOfColumn(column) ?? -1] ?? "",
});

/** Records if the file ends without a line break. */
async function* watched(bytes: AsyncIterable<Uint8Array>, end: { isOpen: boolean }) {
  for await (const chunk of bytes) {
    if (chunk.length > 0) end.isOpen = chunk.at(-1) !== NEWLINE;
    yield chunk;
  }
}

/** Reads the first line, and returns the rest of the stream. */
async function splitHeader(
  bytes: AsyncIterable<Uint8Array>,
  form: TableForm,
  others: readonly NamedForm[],
): Promise<{ header: ReadHeader; rest: AsyncIterable<Uint8Array> }> {
  const source = bytes[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  let line = "";
  for (let next = await source.next(); !next.done; next = await source.next()) {
    const end = next.value.indexOf(NEWLINE);
    line += decoder.decode(end < 0 ? next.value : next.value.subarray(0, end), { stream: true });
    if (line.length > LARGEST_ROW) throw tooLarge(1);
    if (end < 0) continue;
    const header = tableHeader(line.replace(/\r$/, ""), form, others);
    return { header, rest: remaining(next.value.subarray(end + 1), source) };
  }
  return { header: tableHeader(line, form, others), rest: remaining(new Uint8Array(), source) };
}

async function* remaining(first: Uint8Array, rest: AsyncIterator<Uint8Array>) {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function* cellsOf(
  bytes: AsyncIterable<Uint8Array>,
  header: ReadHeader,
  form: TableForm,
): AsyncGenerator<readonly string[], void, undefined> {
  const parser = parse({
    delimiter: header.separator,
    quote: form.isQuoted || header.separator !== "\t" ? '"' : null,
    relax_quotes: !form.isQuoted,
    relax_column_count: true,
    max_record_size: LARGEST_ROW,
  });
  const feeding = feed(bytes, parser);
  try {
    for await (const cells of parser) yield cells as string[];
  } catch (error) {
    throw error instanceof CsvError ? faultOf(error) : error;
  }
  await feeding;
}

/** Writes to the parser as fast as it accepts data; errors in the bytes are thrown by the parser. */
async function feed(bytes: AsyncIterable<Uint8Array>, parser: Parser): Promise<void> {
  try {
    for await (const chunk of bytes) {
      if (parser.destroyed) return;
      if (parser.write(chunk)) continue;
      await writable(parser);
    }
    parser.end();
  } catch (error) {
    parser.destroy(error as Error);
  }
}

/** Waits until the parser accepts more data or has stopped. */
const writable = (parser: Parser): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      parser.off("drain", go).off("close", go);
      resolve();
    };
    parser.on("drain", go).on("close", go);
    if (parser.destroyed) go();
  });

/** Converts an error of the parser. The parser counts rows without the header, which has its own line. */
function faultOf(error: CsvError): FileFault {
  const row = Number(error["records"] ?? 0) + 2;
  if (error.code === "CSV_MAX_RECORD_SIZE") return tooLarge(row);
  return new FileFault(
    "broken_quotes",
    error.code === "CSV_QUOTE_NOT_CLOSED"
      ? `The quotes that open in row ${row} are never closed: the file is cut off, or a quote is missing.`
      : `The quotes in row ${row} do not fit: a quote inside a cell must be doubled.`,
  );
}

const tooLarge = (row: number): FileFault =>
  new FileFault("too_large", `Row ${row} has more than ${LARGEST_ROW} characters.`);
