import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { describedEndpoints } from "../../../scripts/openapi/endpoints.ts";
import { recordedExamples } from "../../../scripts/openapi/examples.ts";
import type { Document, Operation, Schema } from "../../../scripts/openapi/openapi.ts";
import { documentText } from "../../../scripts/openapi/write-document.ts";
import { isOfAccount, requiredRole } from "../../../shared/api/route.ts";
import { errorsOf } from "../../../shared/api/route-errors.ts";
import { ERROR_STATUS } from "../../../shared/core/errors/errors.ts";
import { eachNth } from "../../stack/soak.ts";

const FILE = "docs/openapi.json";
const committed = readFileSync(FILE, "utf8");
const document: Document = JSON.parse(committed);
const endpoints = await describedEndpoints();

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: operation.operationId,
    key: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

const operationOf = (name: string): Operation => {
  const found = operations.find((operation) => operation.name === name);
  if (!found) throw new Error(`${name} is not in the document`);
  return found.operation;
};

describe("the committed document", () => {
  it("is the one that npm run openapi writes", async () => {
    expect(await documentText()).toBe(committed);
  });

  it("has an operation for every row of the route table, and no other", () => {
    const rows = endpoints.map(({ name, route }) => [name, `${route.method} ${route.path}`]);
    expect(operations.map(({ name, key }) => [name, key]).sort()).toEqual(rows.sort());
  });

  it("has an example of every operation that writes, so that its history is verified in a soak", async () => {
    const examples = (await recordedExamples()).operations;
    const writing = operations.filter(({ key }) => !key.startsWith("GET "));
    expect(writing.map(({ name }) => name).filter((name) => !examples[name])).toEqual([]);
  });

  it("is of this version and licence", () => {
    expect(document.info).toMatchObject({
      version: packageJson.version,
      license: { identifier: packageJson.license },
    });
  });
});

describe("its schemas", () => {
  it("say the defaults of optional fields in words: generators make a field with `default` required", () => {
    const inside = ({ items, anyOf = [], oneOf = [] }: Schema) => [
      ...(items ? [items] : []),
      ...anyOf,
      ...oneOf,
    ];
    const fieldsOf = (path: string, schema: Schema): (readonly [string, Schema, boolean])[] => [
      ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
        [`${path}.${name}`, field, schema.required?.includes(name) ?? false] as const,
        ...fieldsOf(`${path}.${name}`, field),
      ]),
      ...inside(schema).flatMap((one) => fieldsOf(path, one)),
    ];
    const fields = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      fieldsOf(name, schema),
    );
    const optional = fields.filter(([, , required]) => !required);
    expect(optional.filter(([, field]) => "default" in field).map(([path]) => path)).toEqual([]);
    const worded = optional.filter(([, field]) => field.description?.includes("(default: "));
    expect(worded.length).toBeGreaterThan(20);
    const { description } =
      fields.find(([path]) => path === "KeyRotation.overlap_hours")?.[1] ?? {};
    expect(description).toMatch(/ \(default: `48`\)$/);
  });

  const ajv = new Ajv2020({ strict: false, inlineRefs: false, code: { optimize: false } });
  addFormats.default(ajv);
  ajv.addSchema(document, FILE);

  const pointers = pointersToSchemas(document);

  it("are all there", () => expect(pointers.length).toBeGreaterThan(200));

  it("are valid JSON Schema 2020-12, and what they refer to exists", () => {
    for (const [pointer, schema] of pointers) {
      expect([pointer, ajv.validateSchema(schema)]).toEqual([pointer, true]);
    }
    const texts = [...committed.matchAll(/"\$ref": "#([^"]+)"/g)].map(([, to = ""]) => to);
    const there = new Set(pointersIn(document));
    expect(texts.filter((to) => !there.has(to))).toEqual([]);
    // Compiling is slow, and fails for what is no schema or refers to nothing.
    for (const [pointer] of eachNth(20, pointers)) {
      expect(() => ajv.compile({ $ref: `${FILE}#${pointer}` })).not.toThrow();
    }
  });
});

const escaped = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** Every place of the document. */
function pointersIn(value: unknown, at = ""): string[] {
  if (typeof value !== "object" || value === null) return [at];
  const inner = Object.entries(value).flatMap(([key, one]) =>
    pointersIn(one, `${at}/${escaped(key)}`),
  );
  return [at, ...inner];
}

/** Where schemas begin: components, parameters, bodies. */
function pointersToSchemas(value: unknown, at = ""): [string, Schema][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): [string, Schema][] => {
    if (key === "example" || key === "examples") return [];
    const pointer = `${at}/${escaped(key)}`;
    const isSchema = key === "schema" || at === "/components/schemas";
    return isSchema ? [[pointer, inner]] : pointersToSchemas(inner, pointer);
  });
}

describe.for(endpoints)("$name", (endpoint) => {
  const { name, route, definition } = endpoint;
  const operation = operationOf(name);
  const headers = (operation.parameters ?? []).filter((parameter) => parameter.in === "header");

  it("asks for a key where the row does", () => {
    const key = isOfAccount(route)
      ? [{ ApiKey: [] }, { ApiKeyAsBearer: [] }, { ApiKeyAsBasic: [] }]
      : [];
    const session = route.scope === "public" ? [] : [{ Session: [] }];
    expect(operation).toMatchObject({ security: [...key, ...session] });
    expect((operation as { "x-role"?: string })["x-role"]).toBe(requiredRole(route));
  });

  it("has a success, and every error that the route can answer with", () => {
    const statuses = Object.keys(operation.responses).map(Number);
    expect(statuses.filter((status) => status < 400)).not.toEqual([]);
    const documented = statuses.filter((status) => status >= 400);
    const possible = errorsOf(name, definition).map((code) => ERROR_STATUS[code]);
    expect(documented).toEqual([...new Set(possible)].sort());
  });

  it("takes an Idempotency-Key on a POST with a key, and X-Source-ID where it is read", () => {
    const isRepeatable = route.method === "POST" && route.scope !== "public";
    expect(headers.map((header) => header.name).filter((one) => one !== "If-None-Match")).toEqual([
      ...(isOfAccount(route) ? ["X-Account"] : []),
      ...(isRepeatable ? ["Idempotency-Key"] : []),
      ...(definition.sourceTag ? ["X-Source-ID"] : []),
    ]);
  });

  it("names the parameters of its path", () => {
    const named = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(named.map((parameter) => parameter.name)).toEqual(inPath);
  });

  it("shows an example of every JSON and CSV it takes and gives", () => {
    if (route.handler.startsWith("docs/")) return;
    const bodies = [
      operation.requestBody,
      ...Object.values(operation.responses).filter((response) => !("$ref" in response)),
    ];
    for (const body of bodies) {
      const media = (body as { content?: Record<string, object> } | undefined)?.content ?? {};
      for (const [type, one] of Object.entries(media)) {
        if (/json|csv/.test(type)) expect(one).toHaveProperty("examples");
      }
    }
  });
});
