import { XMLBuilder } from "fast-xml-parser";

/** An element: attributes begin with @, the text is `#text`, all other names are child elements, in order. */
export type XmlElement = { readonly [name: string]: XmlContent };
type XmlContent = string | number | XmlElement | readonly (XmlElement | string)[] | undefined;

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  // Without this option, an attribute "true" would lose its value.
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
  format: true,
  indentBy: " ",
});

/** Prints a UTF-8 document with one root. The builder escapes text; undefined values are left out. */
export const xmlText = (root: XmlElement): string =>
  builder.build({ "?xml": { "@version": "1.0", "@encoding": "UTF-8" }, ...root });
