import type { ReturnFormat } from "./return-format.ts";

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
