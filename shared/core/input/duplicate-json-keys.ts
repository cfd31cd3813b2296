/** An object or array that encloses the current position of the scan. */
type Container = {
  /** The keys seen so far; undefined for an array. */
  readonly keys: Set<string> | undefined;
  /** The key or index of the value that is being read. */
  at: string | number;
};

/** A fault found before any schema runs: a duplicate key, or more keys or values than any valid request has. */
export type ScanFault = {
  /** The path of the fault, such as `events.3.currency`; for `too_large` the path of the object or list. */
  readonly path: string;
  readonly is: "doubled" | "too_large";
  readonly message: string;
};

/*
 * Limits far above any valid request: an object of the API has about 30 fields, a list at most 1,000 rows. Without
 * limits a schema would report each of a million unknown fields.
 */
const MOST_KEYS = 200;
const MOST_ITEMS = 2_000;
/** Maximum number of values in all objects and lists together. */
const MOST_VALUES = 200_000;

const QUOTE = 34;

/**
 * Returns the first fault of `json`, or undefined.
 * JSON.parse silently lets the last of two equal keys win. It also takes half a second for input that this scan rejects
 * after one millisecond. The scan checks only strings, brackets, colons and commas; its result for invalid JSON has no
 * meaning.
 */
export function scannedFault(json: string): ScanFault | undefined {
  const inside: Container[] = [];
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    let fault: ScanFault | undefined;
    if (json.charCodeAt(at) === QUOTE) {
      const end = endOfString(json, at);
      if (isKey(json, end)) fault = keyFault(inside, json.slice(at, end + 1));
      at = end;
    } else if (step(inside, json[at]) === "another") {
      values += 1;
      fault = sizeFault(inside, values);
    }
    if (fault) return fault;
  }
  return undefined;
}

const keyFault = (inside: readonly Container[], written: string): ScanFault | undefined =>
  isRepeated(inside.at(-1), written)
    ? { path: pathOf(inside), is: "doubled", message: "is given twice" }
    : undefined;

/** Checks the limits after a comma, when another value follows. */
function sizeFault(inside: readonly Container[], values: number): ScanFault | undefined {
  if (values > MOST_VALUES) return tooLarge([], MOST_VALUES);
  const around = inside.at(-1);
  const most = around?.keys ? MOST_KEYS : MOST_ITEMS;
  const count = around?.keys ? around.keys.size : Number(around?.at);
  return count >= most ? tooLarge(inside.slice(0, -1), most) : undefined;
}

const tooLarge = (inside: readonly Container[], most: number): ScanFault => ({
  path: pathOf(inside),
  is: "too_large",
  message: `must hold at most ${most} values`,
});

/** Tracks brackets and commas, so that each key is assigned to its object. */
function step(inside: Container[], character: string | undefined): "another" | undefined {
  const around = inside.at(-1);
  if (character === "{") inside.push({ keys: new Set(), at: "" });
  else if (character === "[") inside.push({ keys: undefined, at: 0 });
  else if (character === "}" || character === "]") inside.pop();
  else if (character === ",") {
    if (typeof around?.at === "number") around.at += 1;
    return "another";
  }
  return undefined;
}

/**
 * Returns the position of the closing quote of the string that begins at `start`: the first quote after an even number
 * of backslashes.
 */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json[before] === "\\") before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return json.length;
}

/** A colon follows only after keys. */
const COLON = /\s*:/y;

function isKey(json: string, end: number): boolean {
  COLON.lastIndex = end + 1;
  return COLON.test(json);
}

/** Records a key and returns true if the object already has it. Decodes escapes, since two spellings can be one key. */
function isRepeated(object: Container | undefined, written: string): boolean {
  if (!object?.keys) return false;
  const key = written.includes("\\") ? unescaped(written) : written.slice(1, -1);
  object.at = key;
  if (object.keys.has(key)) return true;
  object.keys.add(key);
  return false;
}

/** Decodes a JSON string; returns an invalid escape unchanged, for JSON.parse to reject. */
function unescaped(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    return written;
  }
}

const pathOf = (inside: readonly Container[]): string => inside.map(({ at }) => at).join(".");
