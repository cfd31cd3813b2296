import { exponentOf } from "../../core/money/currency.ts";
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
