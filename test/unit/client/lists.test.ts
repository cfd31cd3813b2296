import { describe, expect, it } from "vitest";
import {
  CommitError,
  InvalidRequestError,
  type SupplyEventRequest,
} from "../../../client/src/eu-vat-client.ts";
import { clientAnswered, json, refusal, type Sent } from "./answering.ts";

describe("a list", () => {
  const page = ({ url }: Sent) => {
    const at = Number(url.searchParams.get("cursor") ?? 0);
    const items = at === 1 ? [] : [{ event_id: `e${at}` }];
    return json({ items, next_cursor: at < 3 ? `${at + 1}` : null })({ url } as Sent);
  };

  it("is walked through to its last page, an empty one between", async () => {
    const { client, sent } = clientAnswered(page);
    const ids: string[] = [];
    for await (const { event_id } of client.listSupplyEvents({ query: { limit: 1 } })) {
      ids.push(event_id);
    }
    expect(ids).toEqual(["e0", "e2", "e3"]);
    expect(sent.map(({ url }) => url.search)).toEqual([
      "?limit=1",
      "?limit=1&cursor=1",
      "?limit=1&cursor=2",
      "?limit=1&cursor=3",
    ]);
  });

  it("asks for no page that nobody reads", async () => {
    const { client, sent } = clientAnswered(page);
    for await (const { event_id } of client.listSupplyEvents()) {
      expect(event_id).toBe("e0");
      break;
    }
    expect(sent).toHaveLength(1);
  });

  it("awaited is one page, from any cursor, and can be walked by pages", async () => {
    const { client } = clientAnswered(page);
    const first = await client.listSupplyEvents();
    const next = await client.listSupplyEvents({ query: { cursor: first.next_cursor } });
    expect(next).toEqual({ items: [], next_cursor: "2" });
    const sizes: number[] = [];
    for await (const { items } of client.listSupplyEvents().pages()) sizes.push(items.length);
    expect(sizes).toEqual([1, 0, 1, 1]);
  });
});

const saleOf = (at: number, description?: string): SupplyEventRequest => ({
  event_id: `e${at}`,
  event_type: "sale",
  supply_date: "2026-05-01",
  supply_kind: "goods",
  currency: "EUR",
  taxable_amount_minor: 100,
  vat_amount_minor: 19,
  ...(description ? { description } : {}),
});

/** Takes all that it is sent. */
const committed = (sent: Sent) => {
  const { events } = JSON.parse(sent.body ?? "") as { events: SupplyEventRequest[] };
  const items = events.map(({ event_id }) => ({ event_id, status: "committed" }));
  return json({ items }, 201)(sent);
};

const sizesOf = (sent: readonly Sent[]) =>
  sent.map(({ body }) => JSON.parse(body ?? "").events.length);

describe("committing any number of events", () => {
  it("sends chunks of 500, and tells of each event in order", async () => {
    const { client, sent } = clientAnswered(committed);
    const events = Array.from({ length: 1_203 }, (_, at) => saleOf(at));
    const items = await Array.fromAsync(client.commitAll(events, { sourceId: "import" }));
    expect(items.map(({ event_id }) => event_id)).toEqual(events.map(({ event_id }) => event_id));
    expect(sizesOf(sent)).toEqual([500, 500, 203]);
    expect(sent.every(({ headers }) => headers.get("x-source-id") === "import")).toBe(true);
    const keys = new Set(sent.map(({ headers }) => headers.get("idempotency-key")));
    expect(keys.size).toBe(3);
  });

  it("sends no body that is too large", async () => {
    const { client, sent } = clientAnswered(committed);
    const large = Array.from({ length: 12 }, (_, at) => saleOf(at, "x".repeat(1_000_000)));
    expect(await Array.fromAsync(client.commitAll(large))).toHaveLength(12);
    expect(sizesOf(sent)).toEqual([4, 4, 4]);
  });

  it("sends nothing for nothing", async () => {
    const { client, sent } = clientAnswered(committed);
    expect(await Array.fromAsync(client.commitAll([]))).toEqual([]);
    expect(sent).toEqual([]);
  });

  it("takes events no faster than chunks are answered", async () => {
    let taken = 0;
    let ended = false;
    async function* endless() {
      try {
        for (;;) {
          taken += 1;
          yield saleOf(taken);
        }
      } finally {
        ended = true;
      }
    }
    const open: (() => void)[] = [];
    let arrived = () => {};
    const bothHere = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const { client, sent } = clientAnswered(async (one) => {
      if (sent.length === 2) arrived();
      await new Promise<void>((resolve) => open.push(resolve));
      return committed(one);
    });
    const results = client.commitAll(endless(), { eventsPerChunk: 10, chunksAtOnce: 2 });
    const first = results.next();
    await bothHere;
    // Two chunks, and the event that shows that the second is full.
    expect([taken, sent.length]).toEqual([21, 2]);
    for (const answer of open) answer();
    expect((await first).value).toMatchObject({ event_id: "e1" });
    expect([taken, sent.length]).toEqual([21, 2]);
    await results.return(undefined);
    expect(ended).toBe(true);
  });

  it("stops at the first chunk that is refused, and names its events", async () => {
    const { client, sent } = clientAnswered(committed, refusal(400, "invalid_request"), committed);
    const events = Array.from({ length: 30 }, (_, at) => saleOf(at));
    const done: string[] = [];
    const failure = await (async () => {
      for await (const { event_id } of client.commitAll(events, {
        eventsPerChunk: 10,
        chunksAtOnce: 1,
      })) {
        done.push(event_id);
      }
    })().catch((thrown: unknown) => thrown);
    expect(done).toHaveLength(10);
    expect(failure).toBeInstanceOf(CommitError);
    expect(failure).toMatchObject({
      message: "10 events from e10 on are not committed: it is invalid_request",
      cause: expect.any(InvalidRequestError),
    });
    expect((failure as CommitError).events).toEqual(events.slice(10, 20));
    expect(sent).toHaveLength(2);
  });

  it("asks for a dry run, and for events to be skipped, in the query", async () => {
    const { client, sent } = clientAnswered(committed);
    const queryOf = async (options: Parameters<typeof client.commitAll>[1]) => {
      await Array.fromAsync(client.commitAll([saleOf(1)], options));
      return sent.at(-1)?.url.search;
    };
    expect(await queryOf({})).toBe("");
    expect(await queryOf({ on_error: "refuse", dry_run: false })).toBe("");
    expect(await queryOf({ dry_run: true })).toBe("?dry_run=true");
    const skipping = client.commitAll([saleOf(1)], { on_error: "skip", dry_run: true });
    await Array.fromAsync(skipping);
    expect(sent.at(-1)?.url.search).toBe("?dry_run=true&on_error=skip");
  });

  it("ends with the caller's signal", async () => {
    const reason = new Error("enough");
    const signal = AbortSignal.abort(reason);
    const { client, sent } = clientAnswered(committed);
    await expect(Array.fromAsync(client.commitAll([saleOf(1)], { signal }))).rejects.toBe(reason);
    expect(sent).toEqual([]);
  });
});
