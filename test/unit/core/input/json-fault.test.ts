import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonFault } from "../../../../shared/core/input/json-fault.ts";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("the place where a text stops being JSON", () => {
  it.for<[json: string, line: number, column: number, message: string]>([
    ['{"a": 1,}', 1, 9, "remove the comma before it"],
    ["[1, 2,\n]", 2, 1, "remove the comma before it"],
    ["{'a': 1}", 1, 2, 'write texts in "…"'],
    ["{\n  \"a\": 'b'\n}", 2, 8, 'write texts in "…"'],
    ["{“a”: 1}", 1, 2, 'write texts in "…"'],
    ["{a: 1}", 1, 2, 'the name of a field is written in "…"'],
    ['{"a": b}', 1, 7, 'write texts in "…", and true, false and null in small letters'],
    ['{"a": True}', 1, 7, 'write texts in "…", and true, false and null in small letters'],
    ['{"a": NaN}', 1, 7, 'write texts in "…", and true, false and null in small letters'],
    ['{"a": }', 1, 7, "a value is missing or is not JSON"],
    ['{"a": 01}', 1, 7, "a value is missing or is not JSON"],
    ['{"a": 1.}', 1, 7, "a value is missing or is not JSON"],
    ['{"a" 1}', 1, 6, "a colon is missing"],
    ['{"a": 1 "b": 2}', 1, 9, "a comma or } is missing"],
    ["[1 2]", 1, 4, "a comma or ] is missing"],
    ['{"a": 1]', 1, 8, "a comma or } is missing"],
    ['{"a": 1} {}', 1, 10, "nothing may follow the end of the JSON value"],
    ['{"a": 1 // one\n}', 1, 9, "JSON has no comments"],
    ['{"a": {"b": 1}', 1, 15, "the text ends before its closing }"],
    ['{"a": [', 1, 8, "the text ends before its closing ]"],
    ['{"a": "b}', 1, 7, "the text that begins here has no closing quotation mark"],
    ['{"a": "x\ny"}', 1, 9, "write a line break as \\n and a tab as \\t"],
    ['{"a": "C:\\dir"}', 1, 10, "write a backslash as \\\\"],
    ['\uFEFF{"a": 1}', 1, 1, "remove the byte order mark at the start"],
    ["a=1&b=2", 1, 1, 'write texts in "…", and true, false and null in small letters'],
  ])("%s", ([json, line, column, message]) => {
    expect(isJson(json)).toBe(false);
    expect(jsonFault(json)).toEqual({ line, column, message });
  });

  it("is none in JSON", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2), (json, indent) => {
        expect(jsonFault(JSON.stringify(JSON.parse(json), undefined, indent))).toBeUndefined();
      }),
    );
  });

  it("is there in all that JSON.parse rejects", () => {
    const pieces = fc.constantFrom(..."{}[]:,\"'\\ \n-.eE+01a".split(""), "true", "null", '"a"');
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 12 }), (parts) => {
        const text = parts.join("");
        fc.pre(text.trim() !== "");
        expect(jsonFault(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("is found in a long text in one pass", () => {
    const long = `{"a": "${"x".repeat(6_000_000)}",}`;
    expect(jsonFault(long)?.message).toBe("remove the comma before it");
    expect(jsonFault("[".repeat(1_000_000))?.column).toBe(1_000_001);
  });
});
