import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { HttpAnswer } from "../../../shared/api/http-answer.ts";
import { httpCache } from "../../../shared/api/middleware/http-cache.ts";
import { compressedJson, gzip } from "../../../shared/api/middleware/json-responses.ts";

type Middleware = ReturnType<typeof gzip>;

/** The answer that a middleware makes of this one, for a caller with these headers. */
function answered(middleware: Middleware, response: unknown, headers: Record<string, string> = {}) {
  const request = { response, event: { headers } };
  middleware.after?.(request as unknown as Parameters<NonNullable<Middleware["after"]>>[0]);
  return request.response as HttpAnswer;
}

const LONG = "a row of a table\n".repeat(100);

describe("compression (RFC 9110, 12.5.3)", () => {
  const answerTo = (accepted: string | undefined, body = LONG) =>
    answered(
      gzip(),
      new HttpAnswer(200, { "content-type": "text/csv" }, body),
      accepted === undefined ? {} : { "accept-encoding": accepted },
    );

  test.for<[accepted: string | undefined, compressed: boolean]>([
    ["gzip", true],
    ["GZIP", true],
    ["  gzip  ", true],
    ["gzip;q=1", true],
    ["gzip; q=0.5", true],
    ["gzip;  q=0.001", true],
    ["gzip ;q=0.01", true],
    ["br, gzip;q=0.8", true],
    ["deflate,gzip", true],
    ["gzip;q=0", false],
    ["gzip; q=0", false],
    ["gzip;q=0.", false],
    ["gzip;q=0.0", false],
    ["gzip;q=0.000 ", false],
    ["x-gzip", false],
    ["agzip", false],
    ["gzipped", false],
    ["br;gzip", false],
    ["br", false],
    ["", false],
    [undefined, false],
  ])("is taken by a caller who accepts %j: %s", ([accepted, compressed]) => {
    const { headers, body, isBase64Encoded } = answerTo(accepted);
    expect([headers["content-encoding"], isBase64Encoded]).toEqual(
      compressed ? ["gzip", true] : [undefined, false],
    );
    expect(headers["vary"]).toBe("accept-encoding");
    const text = compressed ? gunzipSync(Buffer.from(body, "base64")).toString() : body;
    expect(text).toBe(LONG);
  });

  it("begins at 1,400 characters", () => {
    expect(answerTo("gzip", "x".repeat(1_399)).headers["content-encoding"]).toBeUndefined();
    expect(answerTo("gzip", "x".repeat(1_400)).headers["content-encoding"]).toBe("gzip");
  });

  it("makes less of a long list in JSON, and leaves a short one as it is", () => {
    const list = { items: Array.from({ length: 99 }, (_, id) => ({ id, name: "a row" })) };
    const headers = { "accept-encoding": "gzip" };
    const answer = answered(compressedJson, list, headers);
    expect([answer.headers["content-type"], answer.isBase64Encoded]).toEqual([
      "application/json",
      true,
    ]);
    expect(JSON.parse(gunzipSync(Buffer.from(answer.body, "base64")).toString())).toEqual(list);
    const short = { items: [] };
    expect(answered(compressedJson, short, headers)).toBe(short);
    expect(answered(compressedJson, list)).toBe(list);
  });
});

describe("a cache", () => {
  afterEach(() => vi.useRealTimers());

  test.for([
    ["2026-11-27T00:00:00Z", 3_600, 3_600],
    ["2026-11-27T22:59:59.500Z", 3_600, 3_600],
    ["2026-11-27T23:30:00Z", 3_600, 1_800],
    ["2026-11-27T23:59:58.500Z", 3_600, 1],
    ["2026-11-27T23:59:59.001Z", 3_600, 0],
    ["2026-11-27T12:00:00Z", 86_400, 43_200],
  ] as const)(
    "may keep at %s, of %i seconds, %i: rules change at midnight",
    ([at, most, seconds]) => {
      vi.useFakeTimers({ toFake: ["Date"], now: new Date(at) });
      const { headers } = answered(httpCache({ maxAgeSeconds: most }), { rate: 19 });
      expect(headers["cache-control"]).toBe(`public, max-age=${seconds}`);
    },
  );

  test.for<[known: string, status: number]>([
    ["*", 304],
    [" * ", 304],
    ["ETAG", 304],
    ["W/ETAG", 304],
    ['"other", ETAG', 304],
    ['"other"', 200],
    ["", 200],
  ])("that says it has %s gets %i (RFC 9110, 13.1.2)", ([known, status]) => {
    const cache = httpCache({ maxAgeSeconds: 60 });
    const { etag = "" } = answered(cache, { rate: 19 }).headers;
    const headers = { "if-none-match": known.replace("ETAG", etag) };
    expect(answered(cache, { rate: 19 }, headers).status).toBe(status);
  });

  it("that has the page with another policy gets it anew, because a 304 leaves it the former policy", () => {
    const cache = httpCache({ maxAgeSeconds: 0 });
    const pageWith = (policy: string) =>
      new HttpAnswer(200, { "content-security-policy": policy }, "<p>a page</p>");
    const { etag = "" } = answered(cache, pageWith("connect-src http://127.0.0.1:1")).headers;
    const again = (policy: string) =>
      answered(cache, pageWith(policy), { "if-none-match": etag }).status;
    expect(again("connect-src http://127.0.0.1:1")).toBe(304);
    expect(again("connect-src http://127.0.0.1:2")).toBe(200);
  });

  it("keeps nothing of an answer that is not whole", () => {
    const response = { rate: 19 };
    expect(answered(httpCache({ maxAgeSeconds: 60, isStorable: () => false }), response)).toBe(
      response,
    );
  });
});
