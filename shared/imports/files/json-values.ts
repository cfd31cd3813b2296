import JSONParser from "@streamparser/json/jsonparser.js";
import { FileFault, type JsonRecord } from "./csv-record.ts";
import { textLines } from "./text-bytes.ts";

/** Maximum size of one object, in bytes; an order with thousands of lines is smaller. */
const LARGEST_VALUE = 5_000_000;

/**
 * Yields the objects of a JSON file: an array, an object with named lists (`{"orders": [...]}`), or one object per
 * line. Holds one object at a time, regardless of the length of the file.
 * @throws FileFault if the file is not such JSON, is incomplete, or has an object of more than 5 MB
 */
export async function* jsonValues(
  bytes: AsyncIterable<Uint8Array>,
  lists: readonly string[],
): AsyncGenerator<JsonRecord, void, undefined> {
  const source = bytes[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done) return;
  const begin = new TextDecoder().decode(first.value.subarray(0, 4096)).trimStart();
  const whole = again(first.value, source);
  const opening = /^\{\s*"(\w+)"\s*:\s*\[/.exec(begin);
  if (begin.startsWith("[")) yield* parsed(whole, ["$.*"]);
  else if (opening && lists.includes(opening[1] ?? "")) {
    yield* parsed(
      whole,
      lists.map((list) => `$.${list}.*`),
    );
  } else if (begin.startsWith("{")) yield* oneALine(whole);
  else throw new FileFault("not_json", "The file is no JSON: it begins neither with [ nor with {.");
}

async function* again(first: Uint8Array, rest: AsyncIterator<Uint8Array>) {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function* parsed(
  bytes: AsyncIterable<Uint8Array>,
  paths: string[],
): AsyncGenerator<JsonRecord, void, undefined> {
  const found: JsonRecord[] = [];
  const counts = new Map<string, number>();
  const parser = new JSONParser({ paths, keepStack: false });
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
  if (!parser.isEnded) {
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

const counted = (counts: ReadonlyMap<string, number>): string =>
  `${[...counts.values()].reduce((sum, count) => sum + count, 0)} entries`;

const tooLarge = (counts: ReadonlyMap<string, number>): FileFault =>
  new FileFault("too_large", `The entry after ${counted(counts)} has more than 5 MB.`);

async function* oneALine(bytes: AsyncIterable<Uint8Array>) {
  let index = 0;
  for await (const { at, text } of textLines(bytes)) {
    yield { at: `/${index}`, value: parsedLine(text, at) };
    index += 1;
  }
}

function parsedLine(text: string, at: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FileFault("not_json", `Line ${at} is no valid JSON.`);
  }
}
