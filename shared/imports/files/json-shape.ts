/** Number of first bytes that are enough to tell the shape of a JSON file, or the format of any file. */
export const RECOGNISED_BYTES = 65_536;

type JsonShape = {
  /** The places of the orders, as selectors of the parser. */
  readonly paths: readonly string[];
  /** True if the orders stand one after the other, or one alone, without a list around them. */
  readonly isUnlisted: boolean;
};

/**
 * Returns the shape of a JSON file by its first characters; undefined if it begins neither with [ nor with {. An answer
 * of a shop's API has its orders under one of `names`, and values such as `has_more` beside it.
 */
export function jsonShape(
  head: string,
  names: readonly string[],
  id = "id",
): JsonShape | undefined {
  const text = head.trimStart();
  if (text.startsWith("[")) return { paths: ["$.*"], isUnlisted: false };
  if (!text.startsWith("{")) return undefined;
  for (const { name, opens } of fieldsOf(text)) {
    // An answer has no id of its own, so this is an order; one of Shopify also has a list of refunds.
    if (name === id) break;
    if (!names.includes(name)) continue;
    if (opens === "[") return { paths: names.map((list) => `$.${list}.*`), isUnlisted: false };
    if (opens === "{") return { paths: [`$.${name}`], isUnlisted: true };
  }
  return { paths: ["$"], isUnlisted: true };
}

/** True if the first line holds an object of its own. */
export const isObjectALine = (text: string): boolean =>
  /^\{[^\S\n]*\S/.test(text.trimStart()) && jsonShape(text, [])?.isUnlisted === true;

type Field = { readonly name: string; readonly opens: string };

/** Yields the fields of the first object of a text, with the first characters of their values. */
function* fieldsOf(text: string): Generator<Field> {
  let depth = 0;
  for (const { 0: token, 1: name, 2: opens = "" } of text.matchAll(TOKENS)) {
    if (name !== undefined && depth === 1) yield { name, opens };
    depth += DEPTHS[token.charAt(0)] ?? 0;
    if (token === '"' || depth === 0) return;
  }
}

const DEPTHS: Readonly<Record<string, number>> = { "{": 1, "[": 1, "}": -1, "]": -1 };

/** Brackets, names with the first character of their value, and texts; a quote alone begins a text that is cut off. */
const TOKENS = /[{}[\]]|"((?:[^"\\]|\\.)*)"\s*:\s*(?=(.?))|"(?:[^"\\]|\\.)*"|"/gs;
