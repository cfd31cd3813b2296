import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { printType } from "../../../scripts/openapi/client-types/print-type.ts";
import type { Schema } from "../../../scripts/openapi/openapi.ts";
import { clientFiles } from "../../../scripts/openapi/write-client.ts";

it("the committed client is the one that npm run openapi writes", async () => {
  const files = Object.entries(await clientFiles());
  expect(files).toHaveLength(2);
  for (const [file, text] of files) expect(readFileSync(file, "utf8")).toBe(text);
});

it("the client has the version of the service", () => {
  const versionIn = (file: string) => JSON.parse(readFileSync(file, "utf8")).version;
  expect(versionIn("client/package.json")).toBe(versionIn("package.json"));
});

describe("a JSON Schema as a type", () => {
  const cases: readonly (readonly [string, Schema, string])[] = [
    ["a text", { type: "string" }, "string"],
    ["a whole number", { type: "integer" }, "number"],
    ["one of several types", { type: ["string", "null"] }, "string | null"],
    ["a constant", { type: "string", const: "EUR" }, '"EUR"'],
    ["one of several values", { type: "string", enum: ["a", "b"] }, '"a" | "b"'],
    ["a component", { $ref: "#/components/schemas/Balance" }, "Balance"],
    ["a component with a name of TypeScript's", { $ref: "#/components/schemas/Date" }, "IsoDate"],
    ["a list", { type: "array", items: { type: "string" } }, "string[]"],
    [
      "a list of alternatives",
      { type: "array", items: { anyOf: [{ type: "string" }, { type: "integer" }] } },
      "Array<string | number>",
    ],
    ["alternatives that are alike", { oneOf: [{ type: "string" }, { type: "string" }] }, "string"],
    ["anything", {}, "unknown"],
    ["an object of anything", { type: "object" }, "Record<string, unknown>"],
    [
      "an object of nothing",
      { type: "object", properties: {}, additionalProperties: false },
      "Record<string, never>",
    ],
    [
      "a map",
      { type: "object", additionalProperties: { type: "integer" } },
      "{\n  [name: string]: number;\n}",
    ],
    [
      "an object",
      {
        type: "object",
        properties: { a: { type: "string", description: "Why */ not" }, "b-c": { type: "null" } },
        required: ["a"],
      },
      '{\n  /** Why *\\/ not */\n  a: string;\n  "b-c"?: null | undefined;\n}',
    ],
  ];

  it.for(cases)("%s", ([, schema, type]) => {
    expect(printType(schema)).toBe(type);
  });

  it("is refused when there is no type for it", () => {
    expect(() => printType({ type: "file" })).toThrow("no TypeScript for the JSON type file");
  });
});
