import { ResourceNotFoundException } from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accountLog } from "../../../../shared/api/account-endpoint.ts";
import { logged, plainLog, type RequestLine } from "../../../../shared/api/request-log.ts";
import type { RequestEvent, Route } from "../../../../shared/api/route.ts";
import { describeError } from "../../../../shared/core/errors/errors.ts";
import type { AccountId, AuthorId, LedgerId } from "../../../../shared/core/ids.ts";
import { takeRetries, withRetries } from "../../../../shared/platform/calls.ts";

const LINE: RequestLine = {
  request_id: "r1",
  lambda_request_id: "l1",
  route: "GET /things",
  status: 200,
  duration_ms: 7,
  cold_start: false,
};

beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const linesOn = (output: "stdout" | "stderr") =>
  vi.mocked(process[output].write).mock.calls.map(([text]) => JSON.parse(String(text)));

describe.for([
  ["with Powertools", accountLog],
  ["without", plainLog],
] as const)("a line %s", ([, log]) => {
  const logLines = () =>
    [...linesOn("stdout"), ...linesOn("stderr")].filter((line) => "level" in line);

  it("has the fields of the request", () => {
    log(LINE, undefined);
    expect(logLines()).toEqual([
      expect.objectContaining({ level: "INFO", message: "request", ...LINE }),
    ]);
  });

  it.for([
    [200, undefined, "INFO"],
    [404, undefined, "INFO"],
    [503, undefined, "ERROR"],
    [500, new Error("bug"), "ERROR"],
    [200, new Error("the limit was not counted"), "ERROR"],
  ] as const)("of status %i and failure %s has level %s", ([status, failure, level]) => {
    log({ ...LINE, status }, failure);
    expect(logLines()).toMatchObject([{ level, status }]);
  });

  it("shows an error on stderr, with its stack and that of its cause", () => {
    const cause = new TypeError("the inner one");
    log({ ...LINE, status: 503 }, new Error("the outer one", { cause }));
    const [line] = linesOn("stderr");
    expect(line.error).toEqual({
      name: "Error",
      message: "the outer one",
      stack: expect.stringContaining("request-log.test.ts"),
      cause: { name: "TypeError", message: "the inner one", stack: expect.any(String) },
    });
  });
});

describe("the metrics of a request", () => {
  const metrics = () => linesOn("stdout").filter((line) => "_aws" in line);

  it("count the attempts that other writers undid, once", async () => {
    takeRetries();
    let attempts = 0;
    await withRetries(async () => {
      attempts += 1;
      if (attempts < 4) throw Object.assign(new Error(), { name: "TransactionConflictException" });
    });
    accountLog(LINE, undefined);
    accountLog(LINE, undefined);
    expect(metrics().filter((line) => "ConflictRetries" in line)).toMatchObject([
      { route: "GET /things", ConflictRetries: 3 },
    ]);
    const lines = linesOn("stdout").filter((line) => line.message === "request");
    expect(lines.map((line) => line.conflict_retries)).toEqual([3, undefined]);
  });

  it("do not count what could not have been tried again", async () => {
    takeRetries();
    await expect(withRetries(() => Promise.reject(new Error("bug")))).rejects.toThrow("bug");
    expect(takeRetries()).toBe(0);
  });
});

describe("a handler", () => {
  const route: Route = {
    part: "public",
    method: "POST",
    path: "/things/{id}",
    scope: "public",
    table: [],
    handler: "things/post-thing",
    summary: "For this test",
  };
  const event = () =>
    ({ requestContext: { requestId: "r1" }, rawPath: "/things/secret" }) as RequestEvent;
  const context = { awsRequestId: "l1" } as never;

  it("is logged with what has been found out by its end", async () => {
    const log = vi.fn();
    const failure = new Error("inside");
    const handler = logged(route, log, async (call) => {
      call.caller = {
        ledger: "shop" as LedgerId,
        account: "shop" as AccountId,
        author: "k1" as AuthorId,
        scope: "full",
      };
      call.errorCode = "not_ready";
      call.failure = failure;
      return { statusCode: 503 };
    });
    expect(await handler(event(), context)).toMatchObject({ statusCode: 503 });
    expect(log).toHaveBeenCalledExactlyOnceWith(
      {
        request_id: "r1",
        lambda_request_id: "l1",
        route: "POST /things/{id}",
        account_id: "shop",
        key_id: "k1",
        status: 503,
        error_code: "not_ready",
        duration_ms: expect.any(Number),
        cold_start: true,
      },
      failure,
    );
  });

  it("starts cold once", async () => {
    const log = vi.fn();
    const handler = logged(route, log, async () => ({ statusCode: 200 }));
    for (let n = 0; n < 3; n += 1) await handler(event(), context);
    expect(log.mock.calls.map(([line]) => line.cold_start)).toEqual([true, false, false]);
  });

  it("is logged also when it throws, and still throws", async () => {
    const log = vi.fn();
    const failure = new Error("a middleware is broken");
    const handler = logged(route, log, () => Promise.reject(failure));
    await expect(handler(event(), context)).rejects.toBe(failure);
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 500 }), failure);
  });
});

describe("an error", () => {
  it("is logged without fields added by an SDK or a schema", () => {
    const error = new ResourceNotFoundException({ message: "no table", $metadata: {} });
    Object.assign(error, { request: { headers: { authorization: "secret" } }, input: "secret" });
    expect(describeError(error)).toEqual({
      name: "ResourceNotFoundException",
      message: "no table",
      stack: expect.any(String),
    });
  });

  it("may be anything that was thrown", () => {
    expect(describeError("a text")).toEqual({ name: "unknown", message: "a text" });
  });
});
