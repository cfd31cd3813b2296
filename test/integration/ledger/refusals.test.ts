import { afterEach, beforeAll, describe, expect, inject, it, test } from "vitest";
import type { EventId } from "../../../shared/core/ids.ts";
import { loadEventStates } from "../../../shared/ledger/events/store-events.ts";
import { loadSums } from "../../../shared/ledger/sums/store-sums.ts";
import { bookNamed } from "../../make/book.ts";
import {
  MALFORMED_BODIES,
  MALFORMED_CHANGES,
  MALFORMED_EVENTS,
  NOT_JSON,
  UNUSUAL_JSON,
} from "../../make/malformed-events.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, type Answer, call, newAccount } from "../../stack/api.ts";
import { committed, EVENTS, eventPath, listed, type Refusal, shown } from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";

/** Every id that a malformed body carries in a form that could be an id. */
const IDS = "sale-1 refund-1 service-1 import-1 a b x new inner".split(" ") as EventId[];
const PERIODS = ["2025-Q3", "2025-08", "2025", "2999-Q1", "2999"];

/** What a refusal named, each field once. */
const fieldsOf = ({ details = [] }: Refusal) =>
  [...new Set(details.map(({ field }) => field))].sort();

function expectRefused({ status, body }: Answer<Refusal>, fields: readonly string[]): void {
  expect(status).toBe(400);
  expect(body.error).toBe("invalid_request");
  expect(fieldsOf(body)).toEqual(fields.toSorted());
}

describe("a commit", () => {
  let seller: Account;
  beforeAll(async () => {
    seller = await newAccount("refused");
  });

  const post = (body: unknown) => call<Refusal>(seller.full, "POST", EVENTS, body);

  /** No event is written without its own item, so this tells which body it was. */
  let stored: readonly unknown[] = IDS.map(() => ({ links: 0 }));
  afterEach(async () => {
    const before = stored;
    stored = [...(await loadEventStates(seller.account, IDS)).values()];
    expect(stored).toEqual(before);
  });

  // All of them are refused together below.
  test.for(eachNth(10, MALFORMED_EVENTS))(
    "of one event is refused: %s",
    async ([, event, fields]) => {
      expectRefused(await post(JSON.stringify(event)), fields);
    },
  );

  test.for(eachNth(2, MALFORMED_BODIES))(
    "of this body is refused: %s",
    async ([, body, fields]) => {
      expectRefused(await post(JSON.stringify(body)), fields);
    },
  );

  /** An answer tells a hundred faults, and an event has up to three. */
  const parts = Array.from({ length: Math.ceil(MALFORMED_EVENTS.length / 33) }, (_, n) =>
    MALFORMED_EVENTS.slice(n * 33, n * 33 + 33),
  );
  test.for(parts)(
    "of many malformed events at once has every fault named, with its place",
    async (part) => {
      const events = [makeSale({ event_id: "new" }), ...part.map(([, event]) => event)];
      const fields = part.flatMap(([, , names], n) =>
        names.map((name) => `events.${n + 1}.${name}`),
      );
      expect(fields.length).toBeLessThanOrEqual(100);
      expectRefused(await post({ events }), fields);
    },
  );

  test.for(eachNth(2, UNUSUAL_JSON))("of unusual JSON is refused: %s", async ([, text, fields]) => {
    expectRefused(await post(text), fields);
  });

  test.for(NOT_JSON)("of no JSON is refused: %s", async ([, bytes]) => {
    const answer = await fetch(`${inject("stack").url}${EVENTS}`, {
      method: "POST",
      headers: { "X-API-Key": seller.full, "Content-Type": "application/json" },
      body: bytes,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: "invalid_json" });
  });

  it("has written nothing when all of them are through", async () => {
    for (const id of IDS) expect((await shown(seller, id)).status).toBe(404);
    expect((await listed(seller)).body).toEqual({ items: [], next_cursor: null });
    const tallies = await Promise.all(
      PERIODS.map((period) => loadSums(seller.account, bookNamed(period))),
    );
    expect(tallies.flat()).toEqual([]);
  });
});

describe("a reclassification", () => {
  let seller: Account;
  beforeAll(async () => {
    seller = await newAccount("refused");
    await committed(seller, makeSale());
  });

  const post = (body: unknown) =>
    call<Refusal>(seller.full, "POST", `${eventPath("sale-1")}/classification`, body);

  afterEach(async () => {
    expect((await shown(seller, "sale-1")).body).toMatchObject({
      classification_status: "classified",
      classification_history: [],
    });
  });

  test.for(eachNth(2, MALFORMED_CHANGES))("is refused: %s", async ([, body, fields]) => {
    expectRefused(await post(JSON.stringify(body)), fields);
  });

  test.for(["", "{", "excluded", "\ufeff{}"])("of no JSON is refused: %j", async (body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { error: "invalid_json" } });
  });
});
