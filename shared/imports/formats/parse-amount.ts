import { exponentOf } from "../../core/money/currency.ts";
import { RowError } from "./outcome.ts";

/** Which sign stands before the decimals; the other may stand between thousands. */
export type DecimalSeparator = "." | ",";

const FORMS: Readonly<Record<DecimalSeparator, RegExp>> = {
  ".": /^([+-]?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/,
  ",": /^([+-]?)(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/,
};

/** Larger ones the ledger does not take, and they would not be exact. */
const MOST_DIGITS = 15;

/**
 * A decimal text in minor units of `currency`, by its ISO exponent: "18.9" of EUR is 1890. Never by
 * way of a floating number, which would turn 1.005 into another amount.
 * @throws RowError of `column`
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
 * A rate in basis points. A fraction (0.19) is one as `fraction`; `percent` is 19; `either` takes what
 * is at most 1 for a fraction.
 * @throws RowError of `column`
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
