import { describe, expect, it } from "vitest";
import { ApiError, ConnectionError, secondsOf, TimeoutError } from "../../../client/src/errors.ts";
import { isWorthRetrying, pauseAfter } from "../../../client/src/retry.ts";

const refusal = (status: number, error: string, retryAfter?: string) =>
  new ApiError(
    new Response(null, { status, headers: retryAfter ? { "retry-after": retryAfter } : {} }),
    { error } as object,
  );

const ALREADY_MADE = new ApiError(new Response(null, { status: 409 }), {
  error: "idempotency_conflict",
  details: [{ field: "Idempotency-Key", message: "was used to make wh_1" }],
} as object);
const GET = { method: "GET" } as const;
const POST = { method: "POST" } as const;
const lost = new ConnectionError("no answer: socket hang up", {
  cause: new TypeError("fetch failed", { cause: new Error("socket hang up") }),
});
const refused = new ConnectionError("no answer: connect ECONNREFUSED", {
  cause: new TypeError("fetch failed", {
    cause: Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
  }),
});

it.for<
  [what: string, operation: { method: string; once?: true }, failure: unknown, worth: boolean]
>([
  ["a read", GET, lost, true],
  ["a whole resource", { method: "PUT" }, lost, true],
  ["a removal", { method: "DELETE" }, lost, true],
  ["a POST with an Idempotency-Key", { method: "POST", once: true }, lost, true],
  ["a POST with an Idempotency-Key", { method: "POST", once: true }, refusal(500, ""), true],
  ["a POST without one", POST, lost, false],
  ["a POST without one", POST, new TimeoutError("no answer within 5 ms"), false],
  ["a POST without one", POST, refusal(500, "internal_error"), false],
  ["a POST without one", POST, refusal(503, "not_ready"), false],
  ["a POST without one that was never sent", POST, refused, true],
  ["a POST without one that was too many", POST, refusal(429, "rate_limited"), true],
  ["a part of a resource", { method: "PATCH" }, lost, false],
])("%s (%j) is repeated only where that does nothing twice", ([, operation, failure, worth]) => {
  expect(isWorthRetrying(failure, 1, operation)).toBe(worth);
});

describe("trying again", () => {
  const cases: readonly (readonly [string, unknown, number, boolean])[] = [
    ["no answer", new ConnectionError("socket hang up"), 1, true],
    ["a late answer", new TimeoutError("no answer within 5 ms"), 1, true],
    ["too many requests", refusal(429, "rate_limited"), 1, true],
    ["a failure", refusal(500, "internal_error"), 1, true],
    ["a gateway that gives up", refusal(504, ""), 1, true],
    ["not ready", refusal(503, "not_ready"), 1, true],
    ["a wrong request", refusal(400, "invalid_request"), 1, false],
    ["an unknown key", refusal(401, "invalid_api_key"), 1, false],
    ["a conflict", refusal(409, "event_conflict"), 2, false],
    ["a key of another request", refusal(409, "idempotency_conflict"), 1, false],
    ["an earlier try that is still running", refusal(409, "idempotency_conflict"), 2, true],
    ["a secret that was replayed to an earlier try", ALREADY_MADE, 2, false],
    ["a pause that nobody waits for", refusal(429, "rate_limited", "61"), 1, false],
    ["a fault of the caller", new TypeError("x is not a function"), 1, false],
  ];

  it.for(cases)("after %s", ([, failure, attempt, worth]) => {
    expect(isWorthRetrying(failure, attempt, GET)).toBe(worth);
  });
});

describe("the pause before it", () => {
  const most = () => 1;
  const least = () => 0;

  it("is any up to a limit that doubles, and ends at eight seconds", () => {
    const limits = [1, 2, 3, 4, 5, 6, 7].map((attempt) => pauseAfter(undefined, attempt, most));
    expect(limits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000]);
    expect(pauseAfter(undefined, 7, least)).toBe(0);
  });

  it("comes after what Retry-After asks for", () => {
    const failure = refusal(503, "not_ready", "2");
    expect(pauseAfter(failure, 1, least)).toBe(2000);
    expect(pauseAfter(failure, 1, most)).toBe(2250);
  });
});

describe("Retry-After", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  const cases = [
    [null, undefined],
    ["", undefined],
    ["7", 7],
    ["-1", 0],
    ["soon", undefined],
    ["Sun, 22 Nov 2026 12:00:09 GMT", 9],
    ["Sun, 22 Nov 2026 11:00:00 GMT", 0],
  ] as const;

  it.for(cases)("%s is %s seconds", ([header, seconds]) => {
    expect(secondsOf(header, now)).toBe(seconds);
  });
});
