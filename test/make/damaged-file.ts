export const utf8 = (text: string) => new TextEncoder().encode(text);
export const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function utf16(text: string, bigEndian = false): Uint8Array {
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff, !bigEndian);
  for (let at = 0; at < text.length; at += 1) {
    view.setUint16(2 + at * 2, text.charCodeAt(at), !bigEndian);
  }
  return bytes;
}

const joined = (...parts: readonly Uint8Array[]) =>
  new Uint8Array(parts.flatMap((part) => [...part]));

/** Every kind of damage that any file can have, and the fault that it is refused with. */
export const DAMAGES: readonly [string, (bytes: Uint8Array) => Uint8Array, RegExp][] = [
  ["empty", () => new Uint8Array(), /empty_file/],
  ["blank lines", () => utf8("\n\n"), /missing_columns|not_json|empty_file/],
  ["a zip archive", (bytes) => joined(utf8("PK\u0003\u0004"), bytes), /compressed/],
  ["gzip", (bytes) => joined(new Uint8Array([0x1f, 0x8b, 8, 0]), bytes), /compressed/],
  ["a PDF", () => utf8("%PDF-1.7\n"), /not_a_text/],
  ["a sign-in page", () => utf8("<!DOCTYPE html><html><body>Sign in</body></html>"), /web_page/],
  ["an XML error", () => utf8('\n<?xml version="1.0"?><Error/>'), /^xml$/],
  // https://docs.oasis-open.org/ubl/UBL-2.1.html: the root elements Invoice and CreditNote.
  ["an e-invoice", () => utf8('<?xml version="1.0"?><!-- ours -->\n<ubl:Invoice/>'), /e_invoice/],
  ["UTF-16, little end first", (bytes) => utf16(textOf(bytes)), /not_utf8/],
  ["UTF-16, big end first", (bytes) => utf16(textOf(bytes), true), /not_utf8/],
  ["UTF-16 without a mark", (bytes) => utf16(textOf(bytes)).subarray(2), /not_utf8/],
  [
    "Windows-1252 in the middle",
    (bytes) => joined(bytes, utf8("\nM"), new Uint8Array([0xfc]), utf8("ller\n")),
    /not_utf8/,
  ],
  [
    "cut in the middle of a character",
    (bytes) => joined(bytes, new Uint8Array([0xe2, 0x82])),
    /truncated|not_json/,
  ],
];
