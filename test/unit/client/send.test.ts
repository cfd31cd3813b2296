import { describe, expect, it } from "vitest";
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
  TimeoutError,
  UnprocessableError,
  VatError,
} from "../../../client/src/eu-vat-client.ts";
import { broken, clientAnswered, json, refusal, type Sent } from "./answering.ts";

const NOW = { "retry-after": "0" };
const SALE = {
  event_id: "e1",
  event_type: "sale",
  supply_date: "2026-05-01",
  supply_kind: "goods",
  currency: "EUR",
  taxable_amount_minor: 100,
  vat_amount_minor: 19,
} as const;

/** Answers when the request is given up, as fetch does. */
const never = ({ signal }: Sent) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });

const failureOf = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => undefined,
    (failure: unknown) => failure,
  );

describe("a request", () => {
  it("is tried again until it is answered, each time with the same key", async () => {
    const { client, sent, told } = clientAnswered(
      broken,
      refusal(503, "not_ready", NOW),
      json({ items: [] }, 201),
    );
    const call = client.commitSupplyEvents({ body: SALE, sourceId: "till/1" });
    expect(await call).toEqual({ items: [] });
    expect((await call.withResponse()).attempts).toBe(3);
    expect(told).toEqual([
      "commitSupplyEvents 1: ConnectionError, again",
      "commitSupplyEvents 2: 503, again",
      "commitSupplyEvents 3: 201",
    ]);
    const keys = sent.map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(sent.map(({ body }) => JSON.parse(body ?? ""))).toEqual([SALE, SALE, SALE]);
    expect(sent[2]?.headers.get("x-source-id")).toBe("till/1");
    expect(sent[2]?.headers.get("x-api-key")).toBe("key");
  });

  it("has another key in another call, or the caller's own", async () => {
    const { client, sent } = clientAnswered(json({ items: [] }));
    await client.commitSupplyEvents({ body: SALE });
    await client.commitSupplyEvents({ body: SALE });
    await client.commitSupplyEvents({ body: SALE, idempotencyKey: "order-7" });
    await client.getAccount();
    const keys = sent.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys.slice(2)).toEqual(["order-7", null]);
  });

  it("is given up after the last try", async () => {
    const { client, sent } = clientAnswered(refusal(500, "internal_error", NOW));
    const failure = await failureOf(client.getAccount({}, { maxRetries: 2 }));
    expect(failure).toBeInstanceOf(ServiceError);
    expect(sent).toHaveLength(3);
    await failureOf(client.getAccount({}, { maxRetries: 0 }));
    expect(sent).toHaveLength(4);
  });

  it("is tried again when its answer breaks off", async () => {
    const half = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"status":'));
        controller.error(new Error("other side closed"));
      },
    });
    const type = { "content-type": "application/json" };
    const { client, told } = clientAnswered(
      () => new Response(half, { headers: type }),
      json({ status: "ok" }),
    );
    expect(await client.getHealth()).toEqual({ status: "ok" });
    expect(told[0]).toBe("getHealth 1: ConnectionError, again");
  });

  it("ends with its time, and says so", async () => {
    const { client, sent } = clientAnswered(never);
    const failure = await failureOf(client.getHealth({}, { timeoutMs: 5, maxRetries: 1 }));
    expect(failure).toBeInstanceOf(TimeoutError);
    expect(failure).toBeInstanceOf(ConnectionError);
    expect(failure).toMatchObject({ message: "no answer within 5 ms" });
    expect(sent).toHaveLength(2);
  });

  it("ends with the caller's signal, whether under way, pausing or not begun", async () => {
    const reason = new Error("the window was closed");
    const underWay = new AbortController();
    const { client, sent } = clientAnswered((sent) => {
      setTimeout(() => underWay.abort(reason));
      return never(sent);
    });
    expect(await failureOf(client.getHealth({}, { signal: underWay.signal }))).toBe(reason);
    expect(sent).toHaveLength(1);
    expect(await failureOf(client.getHealth({}, { signal: underWay.signal }))).toBe(reason);
    expect(sent).toHaveLength(1);

    const pausing = new AbortController();
    const refused = clientAnswered((sent) => {
      setTimeout(() => pausing.abort(reason));
      return refusal(503, "not_ready", { "retry-after": "60" })(sent) as Response;
    });
    const failure = await failureOf(refused.client.getHealth({}, { signal: pausing.signal }));
    expect(failure).toBe(reason);
    expect(refused.sent).toHaveLength(1);
  });
});

describe("a refusal", () => {
  const classes = [
    [400, InvalidRequestError],
    [401, AuthenticationError],
    [403, PermissionError],
    [404, NotFoundError],
    [405, InvalidRequestError],
    [409, ConflictError],
    [413, InvalidRequestError],
    [415, InvalidRequestError],
    [418, ApiError],
    [422, UnprocessableError],
    [429, RateLimitError],
    [500, ServiceError],
    [503, ServiceError],
  ] as const;

  it.for(classes)("%i has its class", async ([status, Kind]) => {
    const { client } = clientAnswered(refusal(status, "not_found", { "retry-after": "90" }));
    const failure = await failureOf(client.getAccount());
    expect(failure).toBeInstanceOf(Kind);
    expect(failure).toBeInstanceOf(VatError);
    expect((failure as ApiError).name).toBe(Kind.name);
    expect(failure).toMatchObject({
      status,
      code: "not_found",
      message: "it is not_found",
      requestId: "r1",
      retryAfterSeconds: 90,
    });
    expect((failure as ApiError).headers.get("retry-after")).toBe("90");
  });

  it.for([
    ["a page", () => new Response("<html>", { status: 403 })],
    ["broken JSON", json("no object", 403)],
  ] as const)("may be of something before the service: %s", async ([, answer]) => {
    const failure = await failureOf(clientAnswered(answer).client.getAccount());
    expect(failure).toBeInstanceOf(PermissionError);
    expect(failure).toMatchObject({ code: undefined, message: "the service answered 403" });
  });
});

describe("an answer", () => {
  it("comes with its response, which can be read once more", async () => {
    const { client } = clientAnswered(json({ status: "ok" }, 200, { "x-kept": "yes" }));
    const { data, response, attempts } = await client.getHealth().withResponse();
    expect([data, attempts, response.headers.get("x-kept")]).toEqual([{ status: "ok" }, 1, "yes"]);
    expect(await response.json()).toEqual(data);
  });

  it("is a text, a link or a file where it is no JSON", async () => {
    const csv = { "content-type": "text/csv" };
    const period = "2026-Q2";
    const text = clientAnswered(() => new Response("a,b", { headers: csv }));
    const query = { period, format: "csv" } as const;
    expect(await text.client.exportQuarterlySummary({ query })).toBe("a,b");

    const location = "https://bucket/file";
    const link = clientAnswered(() => new Response(null, { status: 302, headers: { location } }));
    expect(await link.client.downloadExport({ path: { export_id: "x" } })).toEqual({ location });

    const headers = {
      "content-type": "text/csv",
      "content-disposition": 'attachment; filename="a.csv"',
      "x-return-warnings": "2",
      "x-return-adjustment": "-1",
      "x-return-number-warnings": "filer.vat_number, establishments.0",
    };
    const file = clientAnswered(() => new Response("a;b", { headers }));
    const path = { scheme: "union-oss", period } as const;
    const body = { format: "de_bop_v2", filer: { vat_number: "DE1" } } as const;
    expect(await file.client.makeReturnFile({ path, body })).toEqual({
      bytes: new TextEncoder().encode("a;b"),
      fileName: "a.csv",
      warnings: 2,
      adjustmentMinor: -1,
      numbersWithWarning: ["filer.vat_number", "establishments.0"],
    });
  });

  it("of a redirect that a browser hides is an error", async () => {
    const hidden = Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" });
    const failure = await failureOf(clientAnswered(() => hidden).client.getRoot());
    expect(failure).toMatchObject({
      message: expect.stringContaining("where this redirect leads"),
    });
  });

  it("can be asked for by hand", async () => {
    const { client, sent } = clientAnswered(json({ new: true }));
    const operation = { method: "POST", path: "/v1/new/{id}", once: true } as const;
    const given = { path: { id: "a/b" }, query: { x: 1, y: null, z: undefined }, body: {} };
    expect(await client.request(operation, given)).toEqual({ new: true });
    expect(sent[0]?.url.href).toBe("http://service/v1/new/a%2Fb?x=1");
    expect(sent[0]?.headers.has("idempotency-key")).toBe(true);
  });
});
