import { XMLBuilder } from "fast-xml-parser";
import { decimalString, percentString } from "../../core/money/decimal-string.ts";
import type { ReturnFormat } from "./return-format.ts";

/** What stands between units and cents, by country. */
export type DecimalSign = "." | ",";

/** Minor units of a currency with two decimals: 4800 is 48.00 or 48,00. */
export const amountText = (minor: number, sign: DecimalSign = "."): string =>
  decimalString(minor, "EUR").replace(".", sign);

/** A rate with two decimals: 550 is 5.50 or 5,50. */
export const rateText = (rate_bps: number, sign: DecimalSign = "."): string =>
  percentString(rate_bps).replace(".", sign);

/** An element: attributes begin with @, its text is `#text`, all else are elements inside, in order. */
export type XmlElement = { readonly [name: string]: XmlContent };
type XmlContent = string | number | XmlElement | readonly (XmlElement | string)[] | undefined;

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  // An attribute "true" would lose its value.
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
  format: true,
  indentBy: " ",
});

/** A document in UTF-8 with one root. The builder escapes; what is undefined is left out. */
export const xmlText = (root: XmlElement): string =>
  builder.build({ "?xml": { "@version": "1.0", "@encoding": "UTF-8" }, ...root });

/** An amount as all these forms write it: 4800 cents are 48.00. */
export const euros = (minor: number): string => decimalString(minor, "EUR");

/** The content of an element that names its currency: `<x currency="EUR">48.00</x>`. */
export const inEuro = (minor: number): XmlElement => ({
  "@currency": "EUR",
  "#text": euros(minor),
});

/**
 * The bytes of a text, or the characters that the encoding does not have: a letter that became a
 * question mark would be found by nobody but the portal.
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
