/** A document without the blanks between its elements: how it is indented says nothing. */
export const sameXml = (text: string): string => text.replaceAll(/>\s+</g, "><").trim();
