import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, send, startGateway } from "../../../stack/gateway.ts";

/*
 * "Quotas for configuring and running an HTTP API" in the API Gateway Developer Guide, and "Lambda
 * quotas": 10,240 bytes of request line and header values, 10 MB of body, 6 MB of event, 30 seconds.
 */
const ROUTES = [["POST", "/things"]] as const;
const failed = { status: 500, body: '{"message":"Internal Server Error"}' };
const unavailable = { status: 503, body: '{"message":"Service Unavailable"}' };
const tooLarge = { status: 413, body: '{"message":"Request Entity Too Large"}' };

describe("size", () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway(ROUTES);
  });
  afterAll(() => gateway.server.stop());

  const post = (headers: Record<string, string>, body?: string | Uint8Array) =>
    send(gateway.server.url, {
      method: "POST",
      path: "/things",
      headers: { Host: "h", ...headers },
      ...(body === undefined ? {} : { body }),
    });

  it("of request line and header values together", async () => {
    const line = "POST /things HTTP/1.1".length;
    // Node sends these two of its own: Content-Length (0) or Connection (keep-alive), and Host.
    const own = "h".length + "keep-alive".length + "0".length;
    const fits = { "X-Long": "x".repeat(10_240 - line - own), "Content-Length": "0" };
    expect((await post(fits)).status).toBe(200);
    expect(await post({ ...fits, "X-More": "x" })).toMatchObject({
      status: 431,
      body: '{"message":"Request Header Fields Too Large"}',
    });
  });

  const text = { "Content-Type": "text/plain" };
  it("of the event: a text that just fits, and one more byte", async () => {
    await post(text, "");
    const frame = Buffer.byteLength(JSON.stringify({ ...gateway.seen.event, body: "" }));
    // The length of the body is in a header, too.
    const room = 6_291_455 - frame - ("6291455".length - "0".length);
    expect((await post(text, "x".repeat(room))).status).toBe(200);
    expect(await post(text, "x".repeat(room + 1))).toMatchObject(tooLarge);
  });

  it("of the event: a text whose bytes are more than its characters", async () => {
    expect(await post(text, '"'.repeat(3_200_000))).toMatchObject(tooLarge);
    expect((await post(text, "x".repeat(3_200_000))).status).toBe(200);
  });

  it("of the event: bytes, which grow by a third in base64", async () => {
    const bytes = { "Content-Type": "application/pdf" };
    expect((await post(bytes, new Uint8Array(4_600_000))).status).toBe(200);
    expect(await post(bytes, new Uint8Array(4_800_000))).toMatchObject(tooLarge);
  });

  it("of the body, whatever the function may take", async () => {
    expect(await post(text, "x".repeat(10 * 1024 * 1024 + 1))).toMatchObject(tooLarge);
  });
});

describe("time", () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway(ROUTES, { function_ms: 300, integration_ms: 500 });
  });
  afterAll(() => gateway.server.stop());

  const post = () => send(gateway.server.url, { method: "POST", path: "/things" });
  const takes = (ms: number) => () => wait(ms, { statusCode: 200, body: "{}" });

  it("a function that is in time", async () => {
    gateway.output = takes(100);
    expect((await post()).status).toBe(200);
  });

  // denoland/deno_registry2#87: a function that Lambda ends is an internal error to the caller.
  it("a function that runs out of its own time", async () => {
    gateway.output = takes(2_000);
    expect(await post()).toMatchObject(failed);
  });

  // cortexlabs/cortex#1225 shows this answer of an HTTP API whose integration did not answer.
  it("a function that is so long in starting that the gateway gives up", async () => {
    gateway.output = takes(200);
    gateway.startMs = 400;
    expect(await post()).toMatchObject(unavailable);
    gateway.startMs = 0;
  });

  it("a function that fails after it was given up disturbs nobody", async () => {
    gateway.output = () => wait(600).then(() => Promise.reject(new Error("too late")));
    expect(await post()).toMatchObject(failed);
    await wait(500);
    gateway.output = takes(0);
    expect((await post()).status).toBe(200);
  });
});
