import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Document, Schema } from "../../../scripts/openapi/openapi.ts";
import { WORDS, wordOf } from "../../../scripts/openapi/words/words.ts";

const document: Document = JSON.parse(readFileSync("docs/openapi.json", "utf8"));

type Field = { readonly path: readonly string[]; readonly description: string | undefined };

/** Every field of a schema, however deep. */
function fieldsOf(schema: Schema, path: readonly string[]): Field[] {
  const { properties = {}, items, additionalProperties, anyOf, oneOf, allOf } = schema;
  const inside = [items, additionalProperties, anyOf, oneOf, allOf].flat();
  return [
    ...Object.entries(properties).flatMap(([name, field]): Field[] => [
      { path: [...path, name], description: field.description },
      ...fieldsOf(field, [...path, name]),
    ]),
    ...inside.flatMap((one) => (typeof one === "object" ? fieldsOf(one, path) : [])),
  ];
}

const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

const fields: Field[] = [
  ...Object.entries(document.components.schemas).flatMap(([name, one]) => fieldsOf(one, [name])),
  ...operations.flatMap(({ operationId, parameters = [], requestBody, responses }) => [
    ...parameters.map(({ name, description }) => ({ path: [operationId, name], description })),
    ...[requestBody, ...Object.values(responses)].flatMap((body) =>
      body && "content" in body
        ? Object.values(body.content ?? {}).flatMap(({ schema }) => fieldsOf(schema, [operationId]))
        : [],
    ),
  ]),
];

/** In errors of one operation the code alone is named again; the form of errors describes it. */
const described = fields.map(({ path, description }) => ({ path: path.join("."), description }));

describe("the words of the document", () => {
  it("are there for every field and parameter", () => {
    expect(described.length).toBeGreaterThan(1_000);
    expect(described.filter(({ description = "" }) => description.length < 4)).toEqual([]);
  });

  it("say more than the name", () => {
    const letters = (text = "") => text.toLowerCase().replaceAll(/[^a-z]/g, "");
    const empty = fields.filter(
      ({ path, description }) => letters(description) === letters(path.at(-1)),
    );
    expect(empty).toEqual([]);
  });

  it("of a glossary are all used", () => {
    const used = new Set(
      fields.flatMap(({ path, description }) => {
        const end = wordOf(path);
        return end !== undefined &&
          WORDS.get(end) === description?.replace(/; `[^`]*` unless given$/, "")
          ? [end]
          : [];
      }),
    );
    expect([...WORDS.keys()].filter((end) => !used.has(end))).toEqual([]);
  });

  it("are looked up by the longest end of a path", () => {
    expect(wordOf(["LockedPeriod", "status"])).toBe("LockedPeriod.status");
    expect(wordOf(["LockedPeriod", "currency"])).toBe("currency");
    expect(wordOf(["LockedPeriod", "no_such_field"])).toBeUndefined();
  });
});

describe("patterns", () => {
  it("need no flag to be read", () => {
    const read: string[] = [];
    JSON.stringify(document, (key, value) => {
      if (key === "pattern") read.push(value);
      return key === "examples" ? undefined : value;
    });
    expect(read.length).toBeGreaterThan(5);
    for (const pattern of read) {
      expect(pattern).not.toMatch(/\\p\{/);
      expect(() => new RegExp(pattern)).not.toThrow();
    }
  });

  it("take what the service takes, an emoji in a name too", () => {
    const { pattern = "" } = document.components.schemas["Name"] ?? {};
    expect(new RegExp(pattern).test("Käse 🧀 & Co")).toBe(true);
    expect(new RegExp(pattern).test("two\nlines")).toBe(false);
  });
});
