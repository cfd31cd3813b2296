import { stringify } from "csv-stringify/sync";

type Field = string | number | boolean | null | undefined;

/** A record by column name; a column that is not in it stays empty. */
export type CsvRecord = Readonly<Record<string, Field>>;

const DELIMITERS = { comma: ",", semicolon: ";", tab: "\t" } as const;
const DECIMALS = { point: ".", comma: "," } as const;

export const CSV_DELIMITERS = Object.keys(DELIMITERS) as (keyof typeof DELIMITERS)[];
export const CSV_DECIMALS = Object.keys(DECIMALS) as (keyof typeof DECIMALS)[];

/** A number in a line whose texts are the caller's own and may look like numbers. */
export class DecimalField {
  /** With a point, such as "-12.50". */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What stands between fields, and between the whole part of a number and its decimals. */
export type CsvSigns = {
  readonly delimiter: keyof typeof DELIMITERS;
  readonly decimal: keyof typeof DECIMALS;
};

/** The same, and whether every line says what file it is of or the head alone. */
export type CsvForm = CsvSigns & { readonly manifest: "repeat" | "once" };

/** RFC 4180, and what the specification asks for. */
export const PLAIN_CSV: CsvForm = { delimiter: "comma", decimal: "point", manifest: "repeat" };

/**
 * A CSV text of RFC 4180 with a header line and CRLF line ends, but for the signs. A text that a
 * spreadsheet would take for a formula gets an apostrophe in front; numbers stay numbers, negative
 * ones too.
 */
export const csvText = (
  columns: readonly string[],
  records: readonly CsvRecord[],
  signs: CsvSigns = PLAIN_CSV,
): string => stringify([...records], { header: true, columns, ...optionsOf(signs) });

/** The same of lines that have no names, all of one length. */
export const csvLines = (lines: readonly (readonly Field[])[], signs: CsvSigns): string =>
  stringify(
    lines.map((line) => [...line]),
    optionsOf(signs),
  );

/** Lines in which nothing but a DecimalField is written as a number. */
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
    // With a delimiter of its own the library leaves lone line breaks inside a field unquoted.
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

/** The library reads every option here; its types know only some of them. */
const AS_IT_IS = { escape_formulas: false };
