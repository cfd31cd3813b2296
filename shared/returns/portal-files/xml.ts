import { XMLBuilder } from "fast-xml-parser";
import { decimalString } from "../../core/money/decimal-string.ts";

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
