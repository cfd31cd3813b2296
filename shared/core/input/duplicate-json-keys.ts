/** An object or array that the scan is inside of. */
type Container = {
  /** Of an object; an array has none. */
  readonly keys: Set<string> | undefined;
  /** The key of the value that is being read, or its index. */
  at: string | number;
};

/** What no schema is to look at: a key given twice, or more of anything than a request can mean. */
export type ScanFault = {
  /** Where, such as `events.3.currency`; of what there is too much of, the object or list itself. */
  readonly path: string;
  readonly is: "doubled" | "too_large";
  readonly message: string;
};

/*
 * Far above what any request has: an object of the API has some 30 fields, a list at most 1,000 rows.
 * A schema finds every stranger, and would make a fault of each of a million.
 */
const MOST_KEYS = 200;
const MOST_ITEMS = 2_000;
/** Of all objects and lists together. */
const MOST_VALUES = 200_000;

const QUOTE = 34;

/**
 * The first fault of `json`, or undefined. JSON.parse lets the last of two equal keys win without a
 * word, and takes half a second for what this refuses after one millisecond. Strings, brackets, colons
 * and commas are all that it looks at: what it finds in a text that is no JSON means nothing.
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

/** Asked behind a comma, when one more is to come. */
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

/** Follows brackets and commas, so that a key knows which object it is of. */
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

/** Where the string that begins at `start` has its closing quote: one after an even number of backslashes. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json[before] === "\\") before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return json.length;
}

/** Behind keys alone a colon follows. */
const COLON = /\s*:/y;

function isKey(json: string, end: number): boolean {
  COLON.lastIndex = end + 1;
  return COLON.test(json);
}

/** Notes a key as it was written; one with escapes may be another's twin. */
function isRepeated(object: Container | undefined, written: string): boolean {
  if (!object?.keys) return false;
  const key = written.includes("\\") ? unescaped(written) : written.slice(1, -1);
  object.at = key;
  if (object.keys.has(key)) return true;
  object.keys.add(key);
  return false;
}

/** A broken escape stays as it is: JSON.parse will tell. */
function unescaped(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    return written;
  }
}

const pathOf = (inside: readonly Container[]): string => inside.map(({ at }) => at).join(".");
