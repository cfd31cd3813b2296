import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { handler as answerUnknownPath } from "../../../../functions/fallback/not-found.ts";
import { type ApiServer, startApiServer } from "../../../../scripts/local/api-server.ts";
import { FREE_LOOPBACK } from "../../../../scripts/local/http-server.ts";
import { fallbackRow } from "../../../../shared/api/route.ts";
import * as routes from "../../../../shared/api/routes.ts";

let server: ApiServer;
let seen: APIGatewayProxyEventV2;
let next: APIGatewayProxyStructuredResultV2 | Error = { statusCode: 200, body: "{}" };

const echo = async (event: APIGatewayProxyEventV2) => {
  seen = event;
  if (next instanceof Error) throw next;
  return next;
};

beforeAll(async () => {
  server = await startApiServer(FREE_LOOPBACK);
});
afterAll(() => server.stop());

const ask = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, init);

/** What fetch would refuse to send, or would tidy up on the way. */
function askRaw(path: string, headers: Readonly<Record<string, string | string[]>> = {}) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const sent = request(server.url, { path, headers }, async (response) =>
      resolve({ status: response.statusCode, body: await text(response) }),
    );
    sent.on("error", reject).end();
  });
}

describe("the local gateway", () => {
  it("answers 503 until it has endpoints", async () => {
    expect((await ask("/v1/supply-events")).status).toBe(503);
    const { getSupplyEvent, listSupplyEvents, commitSupplyEvents } = routes;
    server.serve({
      routes: [getSupplyEvent, listSupplyEvents, commitSupplyEvents].map((route) => ({
        route,
        load: async () => echo,
      })),
      fallback: { route: fallbackRow, load: async () => answerUnknownPath },
    });
    expect((await ask("/v1/supply-events")).status).toBe(200);
  });

  it("sets no time after which it closes an idle connection", async () => {
    // Otherwise a request of a busy client may meet a connection that is being closed.
    const { headers } = await ask("/v1/supply-events");
    expect([headers.get("connection"), headers.get("keep-alive")]).toEqual(["keep-alive", null]);
  });

  it("makes the event of payload format 2.0", async () => {
    await ask("/v1/supply-events/a%2Fb?tag=x&tag=y%20z&empty=", {
      headers: { "X-API-Key": "secret", "X-Source-ID": "shop", Cookie: "a=1; b=2" },
    });
    expect(seen).toMatchObject({
      version: "2.0",
      routeKey: "ANY /v1/supply-events/{event_id}",
      rawPath: "/v1/supply-events/a/b",
      rawQueryString: "tag=x&tag=y%20z&empty=",
      headers: { "x-api-key": "secret", "x-source-id": "shop" },
      cookies: ["a=1", "b=2"],
      queryStringParameters: { tag: "x,y z", empty: "" },
      pathParameters: { event_id: "a/b" },
      requestContext: {
        http: { method: "GET", path: "/v1/supply-events/a/b", sourceIp: "127.0.0.1" },
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        stage: "$default",
      },
      isBase64Encoded: false,
    });
    expect(seen.headers).not.toHaveProperty("cookie");
  });

  it("leaves out what the request does not have", async () => {
    await ask("/v1/supply-events");
    for (const part of ["queryStringParameters", "pathParameters", "cookies", "body"]) {
      expect(seen).not.toHaveProperty(part);
    }
  });

  it("joins the values of a header that comes twice", async () => {
    await askRaw("/v1/supply-events", { "X-Source-ID": ["shop", "till"] });
    expect(seen.headers["x-source-id"]).toBe("shop,till");
  });

  const json = { "Content-Type": "application/json; charset=utf-8" };
  it.for<[string, Record<string, string>, Buffer, boolean]>([
    ["JSON as it is", json, Buffer.from('{"name":"é€"}'), false],
    ["text as it is", { "Content-Type": "text/csv" }, Buffer.from("a,b"), false],
    ["JSON that is not UTF-8 in base64", json, Buffer.from([0x22, 0xff, 0x22]), true],
    ["JSON with a mark in front as it is", json, Buffer.from("\ufeff{}"), false],
    ["bytes in base64", { "Content-Type": "application/pdf" }, Buffer.from("%PDF"), true],
  ])("passes on %s", async ([, headers, body, base64]) => {
    await ask("/v1/supply-events", { method: "POST", headers, body: new Uint8Array(body) });
    expect(seen.isBase64Encoded).toBe(base64);
    expect(Buffer.from(seen.body ?? "", base64 ? "base64" : "utf8")).toEqual(body);
  });

  it.for([
    "/v1/supply-events/%",
    "/v1/supply-events/%ff",
    "/v1/supply-events?a=%ff&%",
    "/v1/supply-events?",
    "/v1/supply-events?=&&",
  ])("takes %s", async (path) => {
    expect(await askRaw(path)).toEqual({ status: 200, body: "{}" });
  });

  it.for(["//", "//evil.example/v1/supply-events", "/%", "/nothing", "/v1/supply-events/"])(
    "knows no route for %s",
    async (path) => {
      const { status, body } = await askRaw(path);
      expect([status, JSON.parse(body)]).toMatchObject([404, { error: "not_found" }]);
    },
  );

  it("writes status, headers, cookies and bytes of the answer", async () => {
    const body = Buffer.from([0, 255, 1]).toString("base64");
    const headers = { "content-type": "application/pdf", "x-count": 3, "x-flag": true };
    next = { statusCode: 201, headers, cookies: ["a=1", "b=2"], body, isBase64Encoded: true };
    const answer = await ask("/v1/supply-events");
    expect(answer.status).toBe(201);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/pdf",
      "x-count": "3",
      "x-flag": "true",
    });
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([0, 255, 1]);
  });

  it("answers 500 for a function that throws, without the reason", async () => {
    next = new Error("the table is on fire");
    const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const answer = await ask("/v1/supply-events");
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ error: "internal_error" });
    expect(log).toHaveBeenCalledWith(expect.stringContaining("the table is on fire"));
    log.mockRestore();
    next = { statusCode: 200, body: "{}" };
  });

  it("goes on when a caller hangs up in the middle of a body", async () => {
    const sent = request(`${server.url}/v1/supply-events`, {
      method: "POST",
      headers: { "Content-Length": "1000" },
    });
    const hungUp = new Promise((resolve) => sent.on("error", resolve));
    sent.write("half", () => sent.destroy());
    await hungUp;
    expect((await ask("/v1/supply-events")).status).toBe(200);
  });
});

it("the running stack serves the same way", async () => {
  const answer = await fetch(`${inject("stack").url}/nothing`);
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(await answer.json()).toMatchObject({ error: "not_found" });
});
