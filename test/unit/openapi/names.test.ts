import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Document, Operation } from "../../../scripts/openapi/openapi.ts";

/*
 * Names that generators of clients turn into models, constructors and files. What a language cannot have is found here,
 * without the generators: docs/outside.md.
 */
const document: Document & {
  readonly webhooks: Record<string, Record<string, Operation>>;
} = JSON.parse(readFileSync("docs/openapi.json", "utf8"));
const { schemas } = document.components;
const names = Object.keys(schemas);

const tagsOf = (paths: Record<string, Record<string, Operation>>) =>
  new Set(
    Object.values(paths)
      .flatMap(Object.values<Operation>)
      .flatMap(({ tags = [] }) => tags),
  );

/** Returns every object of the document with its place, except examples. */
function objectsIn(value: unknown, at = ""): [string, Record<string, unknown>][] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, one]) =>
    key === "example" || key === "examples" ? [] : objectsIn(one, `${at}/${key}`),
  );
  return [[at, value as Record<string, unknown>], ...inner];
}

const objects = objectsIn(document);

describe("the names of the document", () => {
  it("have no schema that Go takes for the constructor of another", () => {
    const constructors = new Set(names.map((name) => `New${name}`));
    expect(names.filter((name) => constructors.has(name))).toEqual([]);
  });

  it("differ by more than their case, because a model is a file", () => {
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });

  it("are identifiers in every language, and so are the fields of schemas", () => {
    const fields = objects.flatMap(([at, { properties }]) =>
      typeof properties === "object" && properties && !at.endsWith("/properties")
        ? Object.keys(properties)
        : [],
    );
    expect(fields.length).toBeGreaterThan(1000);
    expect([...names, ...fields].filter((name) => !/^[A-Za-z]\w*$/.test(name))).toEqual([]);
  });

  it("have no enum whose values differ by case alone", () => {
    const enums = objects.flatMap(([at, { enum: values }]) =>
      Array.isArray(values) ? [[at, values.map((value) => `${value}`.toLowerCase())] as const] : [],
    );
    expect(enums.length).toBeGreaterThan(100);
    const clashing = enums.filter(([, values]) => new Set(values).size < values.length);
    expect(clashing.map(([at]) => at)).toEqual([]);
  });

  it("have no type whose one value is null, except in a choice", () => {
    const alone = objects.filter(
      ([at, { type }]) => type === "null" && !/\/(anyOf|oneOf)\/\d+$/.test(at),
    );
    expect(alone.map(([at]) => at)).toEqual([]);
  });

  it("say that a literal is an integer where it is one", () => {
    const numbers = objects.filter(
      ([, { type, enum: values, const: value }]) =>
        type === "number" && (Array.isArray(values) || Number.isInteger(value)),
    );
    expect(numbers.map(([at]) => at)).toEqual([]);
  });

  it("give unbounded integers a format: without one, Go and Java read 32 bits", () => {
    const amounts = objects.filter(([at]) => /_minor$/.test(at));
    expect(amounts.length).toBeGreaterThan(100);
    const unbounded = objects.filter(
      ([, { type, format, maximum = Number.POSITIVE_INFINITY, enum: values, const: value }]) =>
        type === "integer" &&
        !format &&
        Number(maximum) > 2 ** 31 - 1 &&
        values === undefined &&
        value === undefined,
    );
    expect(unbounded.map(([at]) => at)).toEqual([]);
  });

  it("keep tags of messages apart from those of operations, because a tag is a file", () => {
    const tags = tagsOf(document.paths);
    expect([...tagsOf(document.webhooks)].filter((tag) => tags.has(tag))).toEqual([]);
  });
});
