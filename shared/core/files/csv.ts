import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { invalidRequest } from "../errors/errors.ts";
import { type Currency, decimalString, exponentOf, percentString } from "../money/money.ts";

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

export const count = (value: number): Cell => ({ value, format: "#,##0" });

/**
 * Builds a cell with an amount in major units. The amount is a whole number of minor units, so the binary number
 * nearest to its decimal is the one that every reader computes, up to 15 digits.
 * @throws RangeError when the currency is unknown.
 */
export function amount(amount_minor: number, currency: Currency): Cell {
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

/** Byte order mark; spreadsheets need it to detect UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

type Field = string | number | boolean | null | undefined;

/** A record by column name; columns without a value stay empty. */
export type CsvRecord = Readonly<Record<string, Field>>;

const DELIMITERS = { comma: ",", semicolon: ";", tab: "\t" } as const;
const DECIMALS = { point: ".", comma: "," } as const;

export const CSV_DELIMITERS = Object.keys(DELIMITERS) as (keyof typeof DELIMITERS)[];
export const CSV_DECIMALS = Object.keys(DECIMALS) as (keyof typeof DECIMALS)[];

/** A decimal number in a line whose other fields are the caller's text, which may look like numbers. */
export class DecimalField {
  /** The number with a decimal point, such as "-12.50". */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The field delimiter and the decimal separator. */
export type CsvSigns = {
  readonly delimiter: keyof typeof DELIMITERS;
  readonly decimal: keyof typeof DECIMALS;
};

/** The CSV signs, and whether each line names its file or only the first line does. */
export type CsvForm = CsvSigns & { readonly manifest: "repeat" | "once" };

/** The default form: RFC 4180, as the specification requires. */
export const PLAIN_CSV: CsvForm = { delimiter: "comma", decimal: "point", manifest: "repeat" };

/**
 * Returns a CSV text of RFC 4180 with a header line, CRLF line ends and the given signs. Prefixes text that a
 * spreadsheet would read as a formula with an apostrophe. Numbers, including negative ones, are not prefixed.
 */
export const csvText = (
  columns: readonly string[],
  records: readonly CsvRecord[],
  signs: CsvSigns = PLAIN_CSV,
): string => stringify([...records], { header: true, columns, ...optionsOf(signs) });

/** Returns a CSV text without a header line, from lines of equal length. */
export const csvLines = (lines: readonly (readonly Field[])[], signs: CsvSigns): string =>
  stringify(
    lines.map((line) => [...line]),
    optionsOf(signs),
  );

/** Returns CSV lines in which only a DecimalField is written as a number. */
export const csvTypedLines = (
  lines: readonly (readonly (Field | DecimalField)[])[],
  signs: CsvSigns,
): string => {
  const { cast, ...options } = optionsOf(signs);
  const asNumber = cast.string;
  return stringify(
    lines.map((line) => [...line]),
    {
      ...options,
      cast: { boolean: String, object: (field) => asNumber(String(field["text"])) },
    },
  );
};

function optionsOf({ delimiter, decimal }: CsvSigns) {
  const sign = DECIMALS[decimal];
  return {
    delimiter: DELIMITERS[delimiter],
    record_delimiter: "windows",
    // With a custom delimiter the library leaves lone line breaks inside a field unquoted.
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: {
      boolean: String,
      string: (text: string) =>
        NUMBER.test(text) ? { value: text.replace(".", sign), ...AS_IT_IS } : text,
    },
  } as const;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** The library accepts every option here, although its types list only some of them. */
const AS_IT_IS = { escape_formulas: false };

/**
 * Reads the lines of a small CSV file by the names of its header, in lower case; commas, semicolons and tabs separate.
 * @throws DomainError `invalid_request` at the field `csv`
 */
export function csvRecords(csv: string): unknown {
  try {
    return parse(csv, {
      bom: true,
      columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
      delimiter: [",", ";", "\t"],
      skip_empty_lines: true,
      trim: true,
    });
  } catch {
    const message = "is not readable as CSV: every line needs the columns of the header";
    throw invalidRequest([{ field: "csv", message }]);
  }
}

/** Returns a day of a spreadsheet as YYYY-MM-DD, also one with points such as 30.11.2026; other texts are unchanged. */
export const isoDayIn = (cell: string): string =>
  cell.replace(
    /^(\d\d?)\.(\d\d?)\.(\d{4})$/,
    (_, d: string, m: string, y: string) => `${y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`,
  );
