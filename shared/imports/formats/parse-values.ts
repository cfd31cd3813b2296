import type * as z from "zod";
import type { IsoDate } from "../../core/calendar/dates.ts";
import { IsoDate as IsoDateSchema } from "../../core/calendar/schema.ts";
import { readAs } from "../../core/errors/field-errors.ts";
import { exponentOf } from "../../core/money/money.ts";
import { RowError } from "./outcome.ts";

/** The sign before the decimals; the other sign may separate thousands. */
export type DecimalSeparator = "." | ",";

const FORMS: Readonly<Record<DecimalSeparator, RegExp>> = {
  ".": /^([+-]?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/,
  ",": /^([+-]?)(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/,
};

/** Maximum number of digits. The ledger rejects larger amounts, and they would exceed safe integers. */
const MOST_DIGITS = 15;

/**
 * Converts a decimal text into minor units of `currency` by its ISO exponent: "18.9" in EUR is 1890. Avoids floating
 * point, which would change 1.005.
 * @throws RowError for `column`
 */
export function minorUnitsOf(
  text: string,
  currency: string,
  column: string,
  separator: DecimalSeparator = ".",
): number {
  const exponent = exponentOf(currency);
  if (exponent === undefined) {
    throw new RowError("unknown_currency", column, `"${currency}" is no ISO 4217 currency.`);
  }
  const parts = FORMS[separator].exec(text.trim().replace(/^[−–]/, "-"));
  const whole = parts?.[2]?.replace(/[.,]/g, "");
  if (!parts || whole === undefined || whole.length > MOST_DIGITS - exponent) {
    throw new RowError("not_a_number", column, `"${text.slice(0, 40)}" is no amount.`);
  }
  const decimals = parts[3] ?? "";
  if (/[1-9]/.test(decimals.slice(exponent))) {
    throw new RowError(
      "too_many_decimals",
      column,
      `"${text}" has more decimals than ${currency} has (${exponent}).`,
    );
  }
  const units = Number(whole + decimals.slice(0, exponent).padEnd(exponent, "0"));
  return parts[1] === "-" && units !== 0 ? -units : units;
}

/**
 * Converts a rate into basis points. With `fraction`, 19 % is 0.19; with `percent`, it is 19; `either` reads values up
 * to 1 as a fraction.
 * @throws RowError for `column`
 */
export function rateBpsOf(
  text: string,
  form: "fraction" | "percent" | "either",
  column: string,
): number {
  const value = /^\d{1,3}(?:[.,]\d+)?$/.test(text.trim())
    ? Number(text.trim().replace(",", "."))
    : Number.NaN;
  const isFraction = form === "fraction" || (form === "either" && value <= 1);
  const exact = value * (isFraction ? 10_000 : 100);
  const rate_bps = Math.round(exact);
  if (Math.abs(exact - rate_bps) < 0.01 && rate_bps <= 10_000) return rate_bps;
  throw new RowError("not_a_number", column, `"${text.slice(0, 40)}" is no VAT rate.`);
}

/** The formats of a day in a column. */
const DATE_FORMS = {
  "YYYY-MM-DD": /^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)$/,
  "DD.MM.YYYY": /^(?<d>\d\d?)\.(?<m>\d\d?)\.(?<y>\d{4})$/,
  "DD/MM/YYYY": /^(?<d>\d\d?)\/(?<m>\d\d?)\/(?<y>\d{4})$/,
  "MM/DD/YYYY": /^(?<m>\d\d?)\/(?<d>\d\d?)\/(?<y>\d{4})$/,
  "DD-MM-YYYY": /^(?<d>\d\d?)-(?<m>\d\d?)-(?<y>\d{4})$/,
  /** 05-Oct-2026 UTC, as in the VAT Calculation report. */
  "DD-Mon-YYYY": /^(?<d>\d\d?)-(?<mon>[A-Z][a-z]{2})-(?<y>\d{4})(?: UTC)?$/,
  /** A day followed by a time; the written day counts. */
  "day-and-time": /^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)(?:[T ].*)?$/,
} as const;

type DateForm = keyof typeof DATE_FORMS;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * Parses the day in `text` by the first of `forms` that fits.
 * @throws RowError `bad_date` for `column`
 */
export function dayIn(text: string, forms: readonly DateForm[], column: string): IsoDate {
  for (const form of forms) {
    const { y, m, mon, d = "" } = DATE_FORMS[form].exec(text.trim())?.groups ?? {};
    if (y === undefined) continue;
    const month = m ?? String(MONTHS.indexOf(mon ?? "") + 1);
    const day = IsoDateSchema.safeParse(`${y}-${month.padStart(2, "0")}-${d.padStart(2, "0")}`);
    if (day.success) return day.data;
  }
  throw new RowError(
    "bad_date",
    column,
    `"${text.slice(0, 40)}" is no day as ${forms.join(" or ")}.`,
  );
}

/**
 * Returns the local day of an instant at the business, because midnight in its time zone decides the quarter.
 * @throws RowError `bad_date` for text that is not an instant with an offset
 */
export function dayOfInstant(text: string, time_zone: string, column: string): IsoDate {
  const hasOffset = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/.test(text.trim());
  const instant = hasOffset ? Date.parse(text.trim().replace(" ", "T")) : Number.NaN;
  if (Number.isNaN(instant)) {
    throw new RowError(
      "bad_date",
      column,
      `"${text.slice(0, 40)}" is no time with an offset from UTC.`,
    );
  }
  return dayIn(localDays(time_zone).format(instant), ["YYYY-MM-DD"], column);
}

let lastDays: { readonly zone: string; readonly format: Intl.DateTimeFormat } | undefined;

/** Returns the format of days in a time zone. All rows of a file share it, because building one takes longer than reading a row. */
function localDays(zone: string): Intl.DateTimeFormat {
  if (lastDays?.zone !== zone)
    lastDays = { zone, format: new Intl.DateTimeFormat("sv-SE", { timeZone: zone }) };
  return lastDays.format;
}

/**
 * Reads the fields of a record of a shop's API that its schema names. A record that lacks one is rejected with the first
 * field at fault, what it must be, and what it is.
 * @throws RowError
 */
export function parsedAs<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = readAs(schema, value);
  if (read.success) return read.data;
  const [{ field, message } = { field: "", message: "" }] = read.faults;
  const name = field === "" ? "The record" : `The field "${field}"`;
  const given = message === "required" ? "missing" : shown(valueAt(value, field));
  const fault = message === "required" ? "must be there" : message.replace(/, not null$/, "");
  throw new RowError("invalid_value", field, `${name} ${fault}; it is ${given}.`);
}

/** Returns what is under a path of names with dots. */
export const valueAt = (value: unknown, path: string): unknown =>
  path
    .split(".")
    .filter((name) => name !== "")
    .reduce((found, name) => (found as Readonly<Record<string, unknown>> | null)?.[name], value);

/** Describes a value. A text is quoted only if it is a number or a day: others may name a person. */
function shown(value: unknown): string {
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return String(value);
  if (value === "") return "an empty text";
  return /^[\d.,:+%TZ-]{1,40}$/.test(value) ? `"${value}"` : "a text";
}
