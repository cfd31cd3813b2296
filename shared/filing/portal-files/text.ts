import type { XmlElement } from "../../core/files/xml.ts";
import { decimalString, percentString } from "../../core/money/money.ts";
import type { ReturnFormat } from "./return-format.ts";

/** The decimal sign, which differs by country. */
export type DecimalSign = "." | ",";

/** Formats minor units of a currency with two decimals: 4800 is 48.00 or 48,00. */
export const amountText = (minor: number, sign: DecimalSign = "."): string =>
  decimalString(minor, "EUR").replace(".", sign);

/** Formats a rate with two decimals: 550 is 5.50 or 5,50. */
export const rateText = (rate_bps: number, sign: DecimalSign = "."): string =>
  percentString(rate_bps).replace(".", sign);

/** Formats an amount in the way of all these forms: 4800 cents are 48.00. */
export const euros = (minor: number): string => decimalString(minor, "EUR");

/** Returns the content of an element with a currency: `<x currency="EUR">48.00</x>`. */
export const inEuro = (minor: number): XmlElement => ({
  "@currency": "EUR",
  "#text": euros(minor),
});

/**
 * Encodes a text, or returns the characters that the encoding lacks. A replacement by question marks would be noticed
 * only in the portal.
 */
export function encoded(
  text: string,
  encoding: ReturnFormat["encoding"],
): { readonly bytes: Uint8Array } | { readonly missing: readonly string[] } {
  if (encoding === "utf-8") return { bytes: new TextEncoder().encode(text) };
  const missing = new Set([...text].filter((character) => character > LAST_OF_LATIN_1));
  if (missing.size > 0) return { missing: [...missing] };
  // Latin-1 is the first 256 characters of Unicode, one byte each.
  return { bytes: Uint8Array.from(text, (character) => character.charCodeAt(0)) };
}

const LAST_OF_LATIN_1 = "\u00ff";
