/** An object or array that the scan is inside of. */
type Container = {
  /** Of an object; an array has none. */
  readonly keys: Set<string> | undefined;
  /** The key of the value that is being read, or its index. */
  at: string | number;
};

const QUOTE = 34;

/**
 * The path of the first key that an object of `json` gives twice, such as `events.3.currency`, or
 * undefined. JSON.parse lets the last one win without a word. `json` must have passed JSON.parse:
 * then strings, brackets, colons and commas are all there is to look at.
 */
export function doubledKey(json: string): string | undefined {
  const inside: Container[] = [];
  for (let at = 0; at < json.length; at += 1) {
    if (json.charCodeAt(at) === QUOTE) {
      const end = endOfString(json, at);
      const written = json.slice(at, end + 1);
      if (isKey(json, end) && isRepeated(inside.at(-1), written)) return pathOf(inside);
      at = end;
    } else {
      step(inside, json[at]);
    }
  }
  return undefined;
}

/** Follows brackets and commas, so that a key knows which object it is of. */
function step(inside: Container[], character: string | undefined): void {
  const around = inside.at(-1);
  if (character === "," && typeof around?.at === "number") around.at += 1;
  else if (character === "{") inside.push({ keys: new Set(), at: "" });
  else if (character === "[") inside.push({ keys: undefined, at: 0 });
  else if (character === "}" || character === "]") inside.pop();
}

/** Where the string that begins at `start` has its closing quote: one after an even number of backslashes. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json[before] === "\\") before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
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
  const key = written.includes("\\") ? String(JSON.parse(written)) : written.slice(1, -1);
  object.at = key;
  if (object.keys.has(key)) return true;
  object.keys.add(key);
  return false;
}

const pathOf = (inside: readonly Container[]): string => inside.map(({ at }) => at).join(".");
