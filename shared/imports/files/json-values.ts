import JSONParser from "@streamparser/json/jsonparser.js";
import { FileFault, type JsonRecord } from "./csv-record.ts";
import { jsonShape, RECOGNISED_BYTES } from "./json-shape.ts";

/** Maximum size of one object, in bytes; an order with thousands of lines is smaller. */
const LARGEST_VALUE = 5_000_000;

/**
 * Yields the objects of a JSON file: an array, an object with named lists (`{"orders": [...]}`) or one named object,
 * or objects without a list. Holds one object at a time, regardless of the length of the file.
 * @throws FileFault if the file is not such JSON, is incomplete, or has an object of more than 5 MB
 */
export async function* jsonValues(
  bytes: AsyncIterable<Uint8Array>,
  names: readonly string[],
  id = "id",
): AsyncGenerator<JsonRecord, void, undefined> {
  const source = bytes[Symbol.asyncIterator]();
  const { chunks, text } = await headOf(source);
  if (chunks.length === 0) return;
  const shape = jsonShape(text, names, id);
  if (!shape) {
    throw new FileFault("not_json", "The file is no JSON: it begins neither with [ nor with {.");
  }
  const values = parsed(again(chunks, source), [...shape.paths]);
  if (shape.isUnlisted) yield* orders(values, names, id);
  else yield* values;
}

/** Reads the first chunks of a file. */
async function headOf(source: AsyncIterator<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  const decoder = new TextDecoder();
  let text = "";
  while (text.length < RECOGNISED_BYTES) {
    const next = await source.next();
    if (next.done) break;
    chunks.push(next.value);
    text += decoder.decode(next.value, { stream: true });
  }
  return { chunks, text };
}

async function* again(first: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>) {
  yield* first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/**
 * Yields orders that stand in no list.
 * @throws FileFault if the first one has no id: it is something else, such as the error that a shop has answered
 */
async function* orders(values: AsyncIterable<JsonRecord>, names: readonly string[], id: string) {
  let isFirst = true;
  for await (const record of values) {
    if (isFirst && !Object.hasOwn(Object(record.value), id)) {
      const named = names.map((name) => `"${name}"`).join(", ");
      const message = `The file is JSON, but no list of orders: an array, or an object that has it as ${named}.`;
      throw new FileFault("no_list_of_orders", message);
    }
    isFirst = false;
    yield record;
  }
}

async function* parsed(
  bytes: AsyncIterable<Uint8Array>,
  paths: string[],
): AsyncGenerator<JsonRecord, void, undefined> {
  const found: JsonRecord[] = [];
  const counts = new Map<string, number>();
  // Only a file without a list has more than one value.
  const several = paths.includes("$") ? { separator: "" } : {};
  const parser = new JSONParser({ paths, keepStack: false, ...several });
  parser.onValue = ({ value, stack }) => {
    const list = stack.length > 1 ? String(stack.at(-1)?.key) : "";
    const index = counts.get(list) ?? 0;
    counts.set(list, index + 1);
    found.push({ at: `${list}/${index}`, value });
  };
  let sinceLast = 0;
  for await (const chunk of bytes) {
    pushed(parser, chunk, counts);
    sinceLast = found.length > 0 ? 0 : sinceLast + chunk.length;
    if (sinceLast > LARGEST_VALUE) throw tooLarge(counts);
    yield* found.splice(0);
  }
  if (!isWhole(parser)) {
    throw new FileFault(
      "truncated",
      `The file ends in the middle, after ${counted(counts)}: it is cut off.`,
    );
  }
}

function pushed(parser: JSONParser, chunk: Uint8Array, counts: ReadonlyMap<string, number>): void {
  try {
    if (!parser.isEnded || /\S/.test(new TextDecoder().decode(chunk))) parser.write(chunk);
  } catch {
    throw new FileFault("not_json", `After ${counted(counts)} the file is no valid JSON.`);
  }
}

/** True if the parser is not within a value. */
function isWhole(parser: JSONParser): boolean {
  try {
    if (!parser.isEnded) parser.end();
    return true;
  } catch {
    return false;
  }
}

const counted = (counts: ReadonlyMap<string, number>): string =>
  `${[...counts.values()].reduce((sum, count) => sum + count, 0)} entries`;

const tooLarge = (counts: ReadonlyMap<string, number>): FileFault =>
  new FileFault("too_large", `The entry after ${counted(counts)} has more than 5 MB.`);
