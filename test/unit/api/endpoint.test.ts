import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { type Endpoint, endpoint } from "../../../shared/api/endpoint.ts";
import { errorResponse } from "../../../shared/api/http-answer.ts";
import { parsedBody, parsedParameters } from "../../../shared/api/middleware/parsed-input.ts";
import type { Route } from "../../../shared/api/route.ts";
import {
  DomainError,
  ERROR_STATUS,
  type ErrorCode,
  noSuch,
} from "../../../shared/core/errors/errors.ts";

const route: Route = {
  part: "public",
  method: "POST",
  path: "/things/{id}",
  scope: "public",
  table: [],
  handler: "things/post-thing",
  summary: "For this test",
};

const EVENT = {
  headers: { host: "vat.example" },
  requestContext: { requestId: "request-1" },
  isBase64Encoded: false,
};

async function answer(
  definition: Omit<Endpoint, "route" | "run"> & { run?: Endpoint["run"] },
  event: Partial<APIGatewayProxyEventV2> = {},
) {
  const handler = endpoint(
    { route, run: (request) => request, ...definition },
    { readParameters: parsedParameters, readBody: parsedBody },
  );
  const result = await handler({ ...EVENT, ...event } as never, {} as never);
  const { statusCode, headers, body } = result as APIGatewayProxyStructuredResultV2;
  return { statusCode, headers, body: JSON.parse(body ?? "") };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a call", () => {
  it("without parameters may say so with null, as emulators of API Gateway do", async () => {
    const nothing = { pathParameters: null, queryStringParameters: null } as never;
    expect(await answer({}, nothing)).toMatchObject({ statusCode: 200 });
    const withSchemas = { path: z.strictObject({}), query: z.strictObject({}) };
    const run = () => ({ next_cursor: "after" });
    expect(await answer({ ...withSchemas, run }, nothing)).toMatchObject({ statusCode: 200 });
  });
});

describe("a success", () => {
  it("has the status of the endpoint and is JSON", async () => {
    const run = () => ({ ok: true });
    expect(await answer({ run })).toEqual({
      statusCode: 200,
      headers: {
        "content-type": "application/json",
        "cache-control": "no-store",
        "server-timing": expect.stringMatching(/^app;dur=\d+(\.\d)?$/),
        "strict-transport-security": "max-age=63072000",
        "x-content-type-options": "nosniff",
      },
      body: { ok: true },
    });
    expect((await answer({ run, status: 201 })).statusCode).toBe(201);
  });
});

describe("a refusal", () => {
  beforeEach(() => {
    vi.stubEnv("PUBLIC_URL", "");
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it("leads to the public address where there is one, and not to the host of the call", async () => {
    vi.stubEnv("PUBLIC_URL", "https://edge.example/");
    const run = () => {
      throw new DomainError("not_found", "why");
    };
    const { body } = await answer({ run });
    expect(body).toHaveProperty("doc_url", "https://edge.example/docs#section/Errors/not_found");
  });

  it.for([
    ["http", "http", "http"],
    ["https", "https", "https"],
    ["no scheme", undefined, "https"],
    ["any text of any length", "x".repeat(8_000), "https"],
  ])("names an address of http or https where the header has %s", ([, sent, scheme]) => {
    const headers = { host: "vat.example", "x-forwarded-proto": sent };
    const { body } = errorResponse(new DomainError("not_found", "why"), { headers });
    expect(JSON.parse(String(body))).toHaveProperty(
      "doc_url",
      `${scheme}://vat.example/docs#section/Errors/not_found`,
    );
  });

  it.for(Object.entries(ERROR_STATUS))("%s has status %i", async ([code, status]) => {
    const run = () => {
      throw new DomainError(code as ErrorCode, "why");
    };
    const { statusCode, headers, body } = await answer({ run });
    expect(statusCode).toBe(status);
    expect(body).toEqual({
      error: code,
      message: "why",
      doc_url: `https://vat.example/docs#section/Errors/${code}`,
      request_id: "request-1",
    });
    expect(headers?.["retry-after"]).toBe(status === 503 ? "1" : undefined);
  });

  it("tells a bug to the log, not to the caller", async () => {
    const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const run = () => {
      throw new TypeError("secret of the inside");
    };
    const { statusCode, body } = await answer({ run });
    expect(statusCode).toBe(500);
    expect(body).toEqual({
      error: "internal_error",
      message: "something went wrong on our side",
      doc_url: "https://vat.example/docs#section/Errors/internal_error",
      request_id: "request-1",
    });
    const line = JSON.parse(String(log.mock.calls[0]?.[0]));
    expect(line).toMatchObject({
      level: "ERROR",
      request_id: "request-1",
      route: "POST /things/{id}",
      status: 500,
      error_code: "internal_error",
      error: { name: "TypeError", message: "secret of the inside", stack: expect.any(String) },
    });
  });
});

describe("an answer longer than Lambda gives", () => {
  it("is a fault of ours, in the form of all errors, and logged as one", async () => {
    const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { statusCode, body } = await answer({ run: () => ({ text: "€".repeat(2_200_000) }) });
    expect([statusCode, body.error]).toEqual([500, "internal_error"]);
    expect(JSON.parse(String(log.mock.calls[0]?.[0]))).toMatchObject({
      status: 500,
      error_code: "internal_error",
      error: { message: "the answer is longer than 6 MB" },
    });
  });

  it("is none as long as it fits", async () => {
    const { statusCode } = await answer({ run: () => ({ text: "x".repeat(6_200_000) }) });
    expect(statusCode).toBe(200);
  });
});

it("that has parameters and nothing that reads them is no endpoint", () => {
  const path = z.strictObject({ id: z.string() });
  const definition = { route, path, run: () => ({}) };
  expect(() => endpoint(definition)).toThrow("needs what reads them");
  expect(() => endpoint({ route, run: () => ({}) })).not.toThrow();
});

describe("the input", () => {
  const schemas = {
    path: z.strictObject({ id: z.string().max(3) }),
    query: z.strictObject({ period: z.string().optional() }),
    body: z.strictObject({ name: z.string() }),
  };

  it("arrives parsed, with day and instant", async () => {
    const { body } = await answer(schemas, {
      pathParameters: { id: "abc" },
      queryStringParameters: { period: "x" },
      body: '{"name":"n"}',
    });
    expect(body).toMatchObject({
      path: { id: "abc" },
      query: { period: "x" },
      body: { name: "n" },
    });
    // A public route has no caller.
    expect(Object.keys(body).filter((name) => /account|ledger|author|scope/.test(name))).toEqual(
      [],
    );
    expect(body.now.slice(0, 10)).toBe(body.today);
  });

  it("reports all faults together", async () => {
    const definition = { ...schemas, sourceTag: true as const };
    const { statusCode, body } = await answer(definition, {
      headers: { "x-source-id": "a b" },
      pathParameters: { id: "abcd" },
      queryStringParameters: { periode: "x" },
      body: '{"name":7,"nom":1}',
    });
    expect(statusCode).toBe(404);
    expect(body.error).toBe("not_found");
    const fields = body.details.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(["id", "periode", "name", "nom", "X-Source-ID"]);
    expect(body.message).toMatch(/^id: .+; and 2 more$/);
  });

  it("takes no parameter that it has no schema for", async () => {
    const event = { queryStringParameters: { x: "1" }, pathParameters: { id: "a" } };
    const { body } = await answer({ path: schemas.path }, event);
    const message = "unknown parameter: the query of this path takes none";
    expect(body.details).toEqual([{ field: "x", message }]);
  });

  it("gives a field's fault its own code, whatever else is wrong", async () => {
    const query = z.strictObject({ period: z.string().max(1), other: z.string() });
    const definition = { query, faultCodes: { period: "invalid_period" as const } };
    const ask = async (queryStringParameters: Record<string, string>) =>
      (await answer(definition, { queryStringParameters })).body.error;
    expect(await ask({ period: "xx" })).toBe("invalid_period");
    expect(await ask({ period: "xx", other: "y" })).toBe("invalid_period");
    expect(await ask({ period: "x" })).toBe("invalid_request");
  });

  it("finds nothing at a malformed path, whatever else is wrong", async () => {
    const path = z.strictObject({ id: z.string().regex(/^wh_\d$/, noSuch("webhook")) });
    const query = z.strictObject({ other: z.string() });
    const event = { pathParameters: { id: "wh_x" } };
    const { body, statusCode } = await answer({ path, query }, event);
    expect([statusCode, body.error]).toEqual([404, "not_found"]);
    expect(body.message).toContain("id: no such webhook");
    const alone = (await answer({ path }, event)).body;
    expect(alone).toMatchObject({ error: "not_found", message: "no such webhook" });
    expect(alone).not.toHaveProperty("details");
  });

  const base64 = (bytes: string | number[]) => ({
    body: Buffer.from(bytes as string).toString("base64"),
    isBase64Encoded: true,
  });

  it.for<[string, Partial<APIGatewayProxyEventV2>, number]>([
    ["JSON", { body: '{"name":"é"}' }, 200],
    ["JSON in base64", base64('{"name":"é"}'), 200],
    ["nothing", {}, 400],
    ["broken JSON", { body: '{"name":' }, 400],
    ["broken UTF-8", base64([0x22, 0xff, 0x22]), 400],
    ["a byte order mark", { body: '\ufeff{"name":"n"}' }, 400],
  ])("reads %s", async ([, event, status]) => {
    const { statusCode, body } = await answer({ body: schemas.body }, event);
    expect(statusCode).toBe(status);
    if (status === 400) expect(body.error).toBe("invalid_json");
  });

  it.for<[string, RegExp]>([
    ["[]", /^the body must be /],
    ["null", /^the body must be /],
    ["7", /^the body must be /],
  ])("that is no object is told as the body: %s", async ([sent, message]) => {
    const { body } = await answer({ body: schemas.body }, { body: sent });
    expect(body.details).toEqual([{ field: "", message: expect.stringMatching(message) }]);
  });

  it("names a field of the body, and not the body", async () => {
    const { body } = await answer({ body: schemas.body }, { body: '{"name":7}' });
    expect(body.details).toEqual([
      { field: "name", message: expect.not.stringContaining("the body") },
    ]);
  });

  const posted = { http: { method: "POST" } } as APIGatewayProxyEventV2["requestContext"];

  it.for<[sent: string, fields: string[]]>([
    ["", []],
    ["{}", []],
    ['{"note":"n"}', ["note"]],
    ["[1]", ["body"]],
    ["null", ["body"]],
    ["7", ["body"]],
    ['"text"', ["body"]],
  ])("without a body takes nothing sent: %j", async ([sent, fields]) => {
    const { statusCode, body } = await answer({}, { body: sent, requestContext: posted });
    expect(statusCode).toBe(fields.length === 0 ? 200 : 400);
    const told = (body.details ?? []).map(({ field }: { field: string }) => field);
    expect(told).toEqual(fields);
  });
});
