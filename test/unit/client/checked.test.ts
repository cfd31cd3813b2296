import { describe, expect, it } from "vitest";
import {
  type CommitAllOptions,
  createClient,
  VatError,
} from "../../../client/src/eu-vat-client.ts";
import { clientAnswered, json } from "./answering.ts";

/** What fails, and how often it was sent. */
async function failureOf(work: (client: ReturnType<typeof clientAnswered>["client"]) => unknown) {
  const { client, sent } = clientAnswered(json({ items: [] }));
  const failure = await (async () => work(client))().catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(VatError);
  expect(sent).toEqual([]);
  return (failure as VatError).message;
}

const all = (options: object) => (client: ReturnType<typeof clientAnswered>["client"]) =>
  Array.fromAsync(client.commitAll([], options as CommitAllOptions & { on_error: "skip" }));

describe("values that no request can be sent with are rejected at once, and nothing is sent", () => {
  it.for(["127.0.0.1:3000", "", "/v1", "ftp://service", "http://", undefined])(
    "the address %j",
    (baseUrl) => {
      expect(() => createClient({ baseUrl: baseUrl as string })).toThrow(
        "baseUrl must be a URL that begins with http:// or https://",
      );
    },
  );

  it("a key that no header can hold, and does not tell it", async () => {
    const client = createClient({ baseUrl: "http://127.0.0.1:9", apiKey: "schl\u00fcssel" });
    await expect(client.getAccount()).rejects.toThrow(/^apiKey must be printable ASCII$/);
  });

  it.for<[string, Parameters<typeof failureOf>[0], string]>([
    [
      "an Idempotency-Key",
      (client) => client.lockPeriod({ query: { period: "2026-Q2" }, idempotencyKey: "Q2 \u2026" }),
      "idempotencyKey must be printable ASCII",
    ],
    [
      "a source",
      (client) => client.calculateVat({ body: {} as never, sourceId: "caf\u00e9" }),
      "sourceId must be printable ASCII",
    ],
    [
      "an empty part of the path",
      (client) => client.getSupplyEvent({ path: { event_id: "" } }),
      "path.event_id is missing",
    ],
    ["no path", (client) => client.revokeApiKey({} as never), "path.id is missing"],
    [
      "no time",
      (client) => client.getHealth({}, { timeoutMs: 0 }),
      "timeoutMs must be more than 0",
    ],
    [
      "a time that is none",
      (client) => client.getHealth({}, { timeoutMs: Number.NaN }),
      "timeoutMs must be more than 0",
    ],
    [
      "an Idempotency-Key among the options",
      (client) => client.getAccount({}, { idempotencyKey: "k" } as object),
      "idempotencyKey is no option of a call: send it with the request",
    ],
    ["no chunks", all({ chunksAtOnce: 0 }), "chunksAtOnce must be a whole number from 1 on"],
    [
      "chunks that are no number",
      all({ chunksAtOnce: Number.NaN }),
      "chunksAtOnce must be a whole number from 1 on",
    ],
    ["empty chunks", all({ eventsPerChunk: 0 }), "eventsPerChunk must be a whole number from 1 on"],
    ["a misspelt choice", all({ on_error: "ignore" }), "on_error must be refuse or skip"],
  ])("%s", async ([, work, message]) => {
    expect(await failureOf(work)).toBe(message);
  });

  it("valid values are sent: a key with a trailing line end, and the longest timeout", async () => {
    const { client, sent } = clientAnswered(json({ status: "ok" }));
    await client.getHealth({}, { timeoutMs: Number.POSITIVE_INFINITY });
    await client.request({ method: "GET", path: "/x/{id}" }, { path: { id: 0 }, sourceId: "a\n" });
    expect(sent.map(({ url }) => url.pathname)).toEqual(["/health", "/x/0"]);
  });
});
