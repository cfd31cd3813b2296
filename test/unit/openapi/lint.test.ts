import { describe, expect, it } from "vitest";
import { problemsOf } from "../../../scripts/openapi/lint.ts";

const operation = {
  operationId: "getThing",
  tags: ["Things"],
  summary: "A thing",
  description: "A thing.",
  security: [],
  parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
  responses: { 200: { description: "The thing" }, 400: { description: "No thing" } },
};

const document = {
  openapi: "3.1.1",
  info: {
    title: "Things",
    version: "1",
    description: "Things.",
    contact: { name: "N" },
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  },
  servers: [{ url: "/" }],
  tags: [{ name: "Things", description: "Things" }],
  paths: { "/things/{id}": { get: operation } },
};

describe("what npm run check asks of the document", () => {
  it("is reported by both linters", async () => {
    const problems = await problemsOf(JSON.stringify(document));
    expect(problems).toEqual([
      {
        linter: "spectral",
        rule: "oas3-parameter-description",
        message: expect.stringContaining("description"),
        at: "paths//things/{id}/get/parameters/0",
      },
    ]);
    const unnamed = { ...operation, tags: ["Nothing"], parameters: [] };
    const worse = { ...document, paths: { "/things/{id}": { get: unnamed } } };
    const found = await problemsOf(JSON.stringify(worse));
    expect(new Set(found.map(({ linter }) => linter))).toEqual(new Set(["redocly", "spectral"]));
    expect(found.map(({ rule }) => rule)).toContain("path-params-defined");
  });
});
