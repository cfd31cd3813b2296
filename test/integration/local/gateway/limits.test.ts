import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, type Received, send, startGateway } from "../../../stack/gateway.ts";

/*
 * "Quotas for configuring and running an HTTP API" in the API Gateway Developer Guide, and "Lambda
 * quotas": 10,240 bytes of request line and header values, 10 MB of body, 6 MB of event, 30 seconds.
 */
const ROUTES = [["POST", "/things"]] as const;
const says = (error: string) => expect.stringContaining(`{"error":"${error}",`);
const failed = { status: 500, body: says("internal_error") };
const unavailable = { status: 503, body: says("not_ready") };
const tooLarge = { status: 413, body: says("payload_too_large") };

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
      body: says("headers_too_large"),
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
  /** So short that it has passed, or so long that it never does within a test. */
  const SHORT_MS = 20;
  const LONG_MS = 600_000;
  const never = () => new Promise(() => {});
  const at_once = () => ({ statusCode: 200, body: "{}" });

  async function withLimits(
    function_ms: number,
    integration_ms: number,
    test: (gateway: Gateway, post: () => Promise<Received>) => Promise<void>,
  ): Promise<void> {
    const gateway = await startGateway(ROUTES, { function_ms, integration_ms });
    try {
      await test(gateway, () => send(gateway.server.url, { method: "POST", path: "/things" }));
    } finally {
      await gateway.server.stop();
    }
  }

  it("a function that is in time", () =>
    withLimits(LONG_MS, LONG_MS, async (gateway, post) => {
      gateway.output = at_once;
      expect((await post()).status).toBe(200);
    }));

  // denoland/deno_registry2#87: a function that Lambda ends is an internal error to the caller.
  it("a function that runs out of its own time", () =>
    withLimits(SHORT_MS, LONG_MS, async (gateway, post) => {
      gateway.output = never;
      expect(await post()).toMatchObject(failed);
    }));

  // cortexlabs/cortex#1225 shows this answer of an HTTP API whose integration did not answer.
  it("a function that is so long in starting that the gateway gives up", () =>
    withLimits(LONG_MS, SHORT_MS, async (gateway, post) => {
      gateway.start = never;
      expect(await post()).toMatchObject(unavailable);
    }));

  it("a function that fails after it was given up disturbs nobody", () =>
    withLimits(SHORT_MS, LONG_MS, async (gateway, post) => {
      const late = Promise.withResolvers();
      gateway.output = () => late.promise;
      expect(await post()).toMatchObject(failed);
      late.reject(new Error("too late"));
      // A rejection that nobody handles would end this process before the next turn.
      await new Promise(setImmediate);
      gateway.output = never;
      expect(await post()).toMatchObject(failed);
    }));
});
