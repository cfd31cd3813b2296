import { CsvError, type Parser, parse } from "csv-parse";
import { FileFault } from "./file-fault.ts";
import type { TableRecord, TableRow } from "./record.ts";
import type { TableForm } from "./table-form.ts";
import { type NamedForm, type ReadHeader, tableHeader } from "./table-header.ts";

/** A row of any report has some thousand characters. */
const LARGEST_ROW = 1_000_000;
const NEWLINE = 10;

/**
 * The records of a table; empty rows are passed over, but counted. One row is held back, since only
 * the end of the file tells whether the last one is complete.
 * @throws FileFault of a header that does not fit, of broken quotes, and of rows above 1 MB
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

/** Notes whether the file ends without a line break. */
async function* watched(bytes: AsyncIterable<Uint8Array>, end: { isOpen: boolean }) {
  for await (const chunk of bytes) {
    if (chunk.length > 0) end.isOpen = chunk.at(-1) !== NEWLINE;
    yield chunk;
  }
}

/** Reads the first line, and leaves what follows it. */
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
    quote: form.isQuoted ? '"' : null,
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

/** Writes as fast as the parser takes; what goes wrong with the bytes comes out of the parser. */
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

/** Waits until the parser takes more, or has given up. */
const writable = (parser: Parser): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      parser.off("drain", go).off("close", go);
      resolve();
    };
    parser.on("drain", go).on("close", go);
    if (parser.destroyed) go();
  });

/** Rows are counted without the header here, which has its own line. */
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
