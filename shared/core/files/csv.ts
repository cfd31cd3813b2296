import { stringify } from "csv-stringify/sync";

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
