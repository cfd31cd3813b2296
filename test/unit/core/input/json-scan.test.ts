import fc from "fast-check";
import { expect, it, test } from "vitest";
import { scannedFault } from "../../../../shared/core/input/duplicate-json-keys.ts";

const doubledKey = (json: string) => {
  const fault = scannedFault(json);
  expect(fault?.is ?? "doubled").toBe("doubled");
  return fault?.path;
};

test.for<[what: string, json: string, path: string | undefined]>([
  ["no object", "1", undefined],
  ["an empty object", "{}", undefined],
  ["each key once", '{"a":1,"b":2}', undefined],
  ["a key twice", '{"a":1,"a":2}', "a"],
  ["a key twice with the same value", '{"a":1,"a":1}', "a"],
  ["a key twice with blanks before its colon", '{"a" : 1, "b":2, "a"\n\t\r :2}', "a"],
  ["the same key in two objects", '[{"a":1},{"a":1}]', undefined],
  ["the same key at two depths", '{"a":{"a":1}}', undefined],
  [
    "a key twice in a batch",
    '{"events":[{"x":1},{"currency":"EUR","currency":"SEK"}]}',
    "events.1.currency",
  ],
  ["a key twice behind an array", '{"a":[1,[2,{"b":1}],3],"a":2}', "a"],
  ["a key twice in an array of arrays", '[0,[1,{"b":1,"b":1}]]', "1.1.b"],
  ["a text that looks like a key", '{"a":"a\\":","b":"\\"a\\":1,\\"a\\":2"}', undefined],
  ["texts in an array", '["a","a"]', undefined],
  ["brackets in texts", '{"a":"}","b":"{[","a":1}', "a"],
  ["a key written with an escape", '{"a":1,"\\u0061":2}', "a"],
  ["a text that ends in a backslash", '{"a":"\\\\","b":1,"a":1}', "a"],
  ["the empty key twice", '{"":1,"":2}', ""],
  ["__proto__ twice", '{"__proto__":1,"__proto__":2}', "__proto__"],
  ["a key that differs in case", '{"a":1,"A":2}', undefined],
])("%s", ([, json, path]) => {
  JSON.parse(json);
  expect(doubledKey(json)).toBe(path);
});

const anyJson = fc.json({ maxDepth: 6, stringUnit: "binary" });

it("finds nothing in what JSON.stringify writes, however it is spaced", () => {
  fc.assert(
    fc.property(anyJson, fc.constantFrom(undefined, 1, "\t"), (json, space) => {
      expect(doubledKey(JSON.stringify(JSON.parse(json), null, space))).toBeUndefined();
    }),
  );
});

/** Counts keys the slow way: JSON.parse of each object by itself tells how many are left. */
it("finds a key that is added to any object a second time", () => {
  const entries = fc.uniqueArray(fc.tuple(fc.string({ unit: "binary" }), anyJson), {
    minLength: 1,
    maxLength: 6,
    selector: ([key]) => key,
  });
  fc.assert(
    fc.property(entries, fc.nat(), anyJson, fc.nat(3), (pairs, pick, value, depth) => {
      const again = pairs[pick % pairs.length]?.[0] ?? "";
      const inner = [...pairs, [again, value] as const]
        .map(([key, one]) => `${JSON.stringify(key)}:${one}`)
        .join(",");
      const json = `${'{"in":['.repeat(depth)}{${inner}}${"]}".repeat(depth)}`;
      JSON.parse(json);
      expect(doubledKey(json)).toBe(`${"in.0.".repeat(depth)}${again}`);
    }),
  );
});

const keys = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":0`).join(",");
const items = (count: number) => Array(count).fill("{}").join(",");
const manyValues = (count: number) =>
  `[${Array(count / 100)
    .fill(`[${Array(100).fill(0).join(",")}]`)
    .join(",")}]`;

test.for<[what: string, json: string, path: string | undefined]>([
  ["200 keys", `{${keys(200)}}`, undefined],
  ["201 keys", `{${keys(201)}}`, ""],
  ["201 keys inside", `{"a":[1,{"metadata":{${keys(201)}}}]}`, "a.1.metadata"],
  ["200 keys, twice", `[{${keys(200)}},{${keys(200)}}]`, undefined],
  ["2000 items", `[${items(2000)}]`, undefined],
  ["2001 items", `{"lines":[${items(2001)}]}`, "lines"],
  ["2001 texts", `{"lines":[${Array(2001).fill('","').join(",")}]}`, "lines"],
  ["many values in many lists", manyValues(100_000), undefined],
  ["too many values in many lists", manyValues(200_000).replace("[", "[[0],"), ""],
])("of sizes: %s", ([, json, path]) => {
  JSON.parse(json);
  const fault = scannedFault(json);
  expect(fault && [fault.is, fault.path]).toEqual(
    path === undefined ? undefined : ["too_large", path],
  );
});

/** It is asked before JSON.parse is: whatever it finds there, it must end. */
it("ends on any text", () => {
  const hostile = fc.array(fc.constantFrom('"', "\\", "{", "}", "[", "]", ",", ":", "a", "\\u12"));
  fc.assert(
    fc.property(hostile, fc.string({ unit: "binary" }), (parts, text) => {
      for (const json of [parts.join(""), text]) {
        const fault = scannedFault(json);
        expect(["doubled", undefined]).toContain(fault?.is);
      }
    }),
  );
});
