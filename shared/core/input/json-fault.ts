/** The first position at which a text stops being JSON, with what to do about it. */
type JsonFault = { readonly line: number; readonly column: number; readonly message: string };

/**
 * Returns the first fault of a text that JSON.parse rejects, or undefined if this scan finds none.
 * JSON.parse names a position for some faults only, and its words are those of the engine.
 */
export function jsonFault(json: string): JsonFault | undefined {
  const found = faultIn(json);
  if (!found) return undefined;
  const before = json.slice(0, found.at).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message: found.message };
}

type Found = { readonly at: number; readonly message: string };

/** What may follow, named by the words of the fault when something else does. */
type Expected = keyof typeof ALLOWED;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/;
const LITERAL = /(?:true|false|null)(?!\w)/;
const VALUE = `[{["]|${NUMBER.source}|${LITERAL.source}`;

const ALLOWED = {
  value: new RegExp(VALUE, "y"),
  "value or ]": new RegExp(`]|${VALUE}`, "y"),
  name: /"/y,
  "name or }": /["}]/y,
  colon: /:/y,
  "comma or }": /[,}]/y,
  "comma or ]": /[,\]]/y,
  end: /(?!)/y,
} as const;

const ADVICE: Readonly<Record<Expected, string>> = {
  value: "a value is missing or is not JSON",
  "value or ]": "a value is missing or is not JSON",
  name: 'the name of a field is written in "…"',
  "name or }": 'the name of a field is written in "…"',
  colon: "a colon is missing",
  "comma or }": "a comma or } is missing",
  "comma or ]": "a comma or ] is missing",
  end: "nothing may follow the end of the JSON value",
};

const SPACE = /[ \t\r\n]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/** Returns the position after the match of a sticky pattern, or undefined. */
function after(pattern: RegExp, json: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(json) ? pattern.lastIndex : undefined;
}

function faultIn(json: string): Found | undefined {
  if (json.startsWith("\uFEFF")) {
    return { at: 0, message: "remove the byte order mark at the start" };
  }
  const open: Close[] = [];
  let expected: Expected = "value";
  let at = after(SPACE, json, 0) ?? 0;
  while (at < json.length) {
    const end = endOfToken(json, at, expected);
    if (typeof end !== "number") return end;
    expected = next(json.charAt(at), expected, open);
    at = after(SPACE, json, end) ?? end;
  }
  if (open.length === 0) return undefined;
  return { at, message: `the text ends before its closing ${open.at(-1)}` };
}

type Close = "}" | "]";

const OPENING: ReadonlyMap<string, readonly [close: Close, then: Expected]> = new Map([
  ["{", ["}", "name or }"]],
  ["[", ["]", "value or ]"]],
]);

const NEXT = { "}": "name", "]": "value" } as const;

/** Opens and closes brackets, and returns what may follow the token that begins with `first`. */
function next(first: string, expected: Expected, open: Close[]): Expected {
  const opened = OPENING.get(first);
  if (opened) {
    open.push(opened[0]);
    return opened[1];
  }
  if (first === ":") return "value";
  if (first === '"' && expected.startsWith("name")) return "colon";
  if (first === "}" || first === "]") open.pop();
  const close = open.at(-1);
  if (close === undefined) return "end";
  return first === "," ? NEXT[close] : `comma or ${close}`;
}

function endOfToken(json: string, at: number, expected: Expected): number | Found {
  const end = after(ALLOWED[expected], json, at);
  if (end === undefined) return { at, message: habitAt(json, at, expected) ?? ADVICE[expected] };
  return json[at] === '"' ? endOfText(json, at) : end;
}

/** Returns the end of the text that begins at `start`, or the fault inside it. */
function endOfText(json: string, start: number): number | Found {
  for (let at = start + 1; at < json.length; at += 1) {
    const character = json.charAt(at);
    if (character === '"') return at + 1;
    if (character < " ") return { at, message: "write a line break as \\n and a tab as \\t" };
    if (character === "\\") {
      const end = after(ESCAPE, json, at);
      if (end === undefined) return { at, message: "write a backslash as \\\\" };
      at = end - 1;
    }
  }
  return { at: start, message: "the text that begins here has no closing quotation mark" };
}

/** Habits of other languages, with how JSON has it. */
const HABITS: readonly (readonly [pattern: RegExp, message: string])[] = [
  [/['`“”„‘]/y, 'write texts in "…"'],
  [/\/[/*]/y, "JSON has no comments"],
  [/(?<=,\s*)[}\]]/y, "remove the comma before it"],
];

const WORD = /[\p{L}_$]/uy;

function habitAt(json: string, at: number, expected: Expected): string | undefined {
  const habit = HABITS.find(([pattern]) => after(pattern, json, at) !== undefined);
  if (habit) return habit[1];
  return expected.startsWith("value") && after(WORD, json, at) !== undefined
    ? 'write texts in "…", and true, false and null in small letters'
    : undefined;
}
