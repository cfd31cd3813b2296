import { CsvError, parse } from "csv-parse/sync";
import type { IsoDate } from "../../core/calendar/dates.ts";
import { IsoDate as IsoDateSchema } from "../../core/calendar/schema.ts";

/** The reference rates of one publication day: units per euro, decimal strings without padding. */
export type EcbDay = { readonly day: IsoDate; readonly rates: Readonly<Record<string, string>> };

/** An error in a file of rates, with its line. A file with an error is rejected as a whole. */
export class EcbCsvError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
    this.name = "EcbCsvError";
    this.line = line;
  }
}

type CsvLine = { readonly cells: readonly string[]; readonly line: number };
type Rate = { readonly day: IsoDate; readonly currency: string; readonly rate: string };

/**
 * Reads the ECB's eurofxref-hist.csv (one line per day, one column per currency, `N/A` where not quoted), its daily
 * eurofxref.csv (`13 April 2026`), or rows of `date,currency,rate` with or without that header.
 * @returns the days in order
 * @throws EcbCsvError on any other content, and on a currency with two different rates on one day.
 */
export function parseEcbCsv(text: string): EcbDay[] {
  const [header, ...rows] = linesOf(text);
  if (!header) throw new EcbCsvError(1, "the file is empty");
  const days = new Map<IsoDate, Record<string, string>>();
  for (const line of rateLines(header, rows)) {
    for (const { day, currency, rate } of line.rates) {
      const rates = days.get(day) ?? {};
      const known = rates[currency];
      if (known !== undefined && known !== rate) {
        throw new EcbCsvError(
          line.line,
          `${currency} of ${day} is ${rate} here and ${known} above`,
        );
      }
      rates[currency] = rate;
      days.set(day, rates);
    }
  }
  if (days.size === 0) throw new EcbCsvError(header.line, "the file holds no rates");
  return [...days].map(([day, rates]) => ({ day, rates })).sort((a, b) => (a.day < b.day ? -1 : 1));
}

function linesOf(text: string): CsvLine[] {
  try {
    const records = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info }) => ({ cells: record, line: info.lines }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new EcbCsvError(Number(error["lines"] ?? 1), `this is no CSV: ${error.message}`);
  }
}

function* rateLines(header: CsvLine, rows: readonly CsvLine[]) {
  const names = header.cells.join(",");
  if (names === "date,currency,rate") yield* rows.map(longLine);
  else if (header.cells.length === 3 && isDay(header.cells[0])) {
    yield* [header, ...rows].map(longLine);
  } else if (header.cells[0] === "Date" && header.cells.length > 1) {
    const currencies = columnsOf(header);
    yield* rows.map((row) => wideLine(currencies, row));
  } else throw new EcbCsvError(header.line, notTheEcbs(names));
}

const notTheEcbs = (found: string): string =>
  found.startsWith("PK")
    ? "this is a zip archive: unpack it and load the CSV file inside"
    : `the file begins with "${found.slice(0, 40)}", not with the ECB's "Date,USD,…" or "date,currency,rate"`;

function longLine({ cells, line }: CsvLine): { line: number; rates: Rate[] } {
  const [day, currency, rate] = cells;
  if (cells.length !== 3) {
    throw new EcbCsvError(
      line,
      `a row has date,currency,rate, and this one ${cells.length} values`,
    );
  }
  const entry = {
    day: dayIn(day, line),
    currency: currencyIn(currency, line),
    rate: rateIn(rate, line),
  };
  return { line, rates: [entry] };
}

/** Returns the currencies of a header with one column per currency. The ECB ends its lines with a comma. */
function columnsOf({ cells, line }: CsvLine): string[] {
  const names = cells.at(-1) === "" ? cells.slice(1, -1) : cells.slice(1);
  return names.map((name) => currencyIn(name, line));
}

function wideLine(currencies: readonly string[], row: CsvLine): { line: number; rates: Rate[] } {
  const { cells, line } = row;
  const values = cells.at(-1) === "" ? cells.slice(1, -1) : cells.slice(1);
  if (values.length !== currencies.length) {
    throw new EcbCsvError(
      line,
      `${currencies.length} rates belong here, and there are ${values.length}`,
    );
  }
  const day = dayIn(cells[0], line);
  const quoted = currencies
    .map((currency, at) => ({ currency, value: values[at] }))
    .filter(({ value }) => value !== "N/A");
  return {
    line,
    rates: quoted.map(({ currency, value }) => ({ day, currency, rate: rateIn(value, line) })),
  };
}

const MONTHS = [
  ["January", "February", "March", "April", "May", "June", "July"],
  ["August", "September", "October", "November", "December"],
].flat();

/** Converts `13 April 2026`, the form of the daily file, to `2026-04-13`; returns other text unchanged. */
function isoText(text = ""): string {
  const daily = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(text);
  if (!daily) return text;
  const month = String(MONTHS.indexOf(daily[2] ?? "") + 1).padStart(2, "0");
  return `${daily[3]}-${month}-${daily[1]?.padStart(2, "0")}`;
}

const isDay = (text: string | undefined): boolean => IsoDateSchema.safeParse(isoText(text)).success;

function dayIn(text: string | undefined, line: number): IsoDate {
  const day = IsoDateSchema.safeParse(isoText(text));
  if (day.success) return day.data;
  throw new EcbCsvError(line, `"${text}" is no day`);
}

function currencyIn(text: string | undefined, line: number): string {
  if (text && /^[A-Z]{3}$/.test(text) && text !== "EUR") return text;
  throw new EcbCsvError(line, `"${text}" is no currency quoted against the euro`);
}

/** Removes padding, so that 1.6610 of the daily file and 1.661 of the history are equal rates. */
function rateIn(text: string | undefined, line: number): string {
  const parts = /^0*(\d{1,12})(?:\.(\d{1,12}))?$/.exec(text ?? "");
  const decimals = parts?.[2]?.replace(/0+$/, "");
  const rate = decimals ? `${parts?.[1]}.${decimals}` : parts?.[1];
  if (rate && rate !== "0") return rate;
  throw new EcbCsvError(line, `"${text}" is no positive decimal number`);
}
