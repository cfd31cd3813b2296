import { beforeEach, describe, expect, it } from "vitest";
import { auditSums } from "../../../shared/operations/audit/audit-sums.ts";
import { makeImport, makeRefund, makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import {
  commit,
  commitAsking,
  committed,
  EVENTS,
  idsOf,
  listed,
  newSeller,
  type Refusal,
  shown,
  sumsOf,
} from "../../stack/seller.ts";

let seller: Account;
beforeEach(async () => {
  seller = await newSeller();
});

const skip = async (events: readonly unknown[], headers = {}) => {
  const { status, body } = await commitAsking(seller, "on_error=skip", events, headers);
  expect(status).toBe(200);
  const statuses = Map.groupBy(body.items, (item) => item.status);
  for (const [name, count] of Object.entries(body.counts)) {
    expect([name, statuses.get(name as never)?.length ?? 0]).toEqual([name, count]);
  }
  return body.items;
};

const statusesOf = (items: Awaited<ReturnType<typeof skip>>) => items.map(({ status }) => status);

const without = (event: object, field: string) =>
  Object.fromEntries(Object.entries(event).filter(([name]) => name !== field));

describe("with on_error=skip", () => {
  it("one invalid event does not block the others, and is reported with index and id", async () => {
    const sales = ["a", "b", "c"].map((event_id) => makeSale({ event_id }));
    const wrong = { ...makeSale({ event_id: "us-1" }), currency: "USDT", vat_amount_minor: 19.5 };
    const items = await skip([sales[0], wrong, sales[1], sales[2]]);
    expect(items.map(({ event_id }) => event_id)).toEqual(["a", "us-1", "b", "c"]);
    expect(items[1]).toEqual({
      event_id: "us-1",
      status: "rejected",
      faults: [
        {
          field: "events.1.currency",
          event_id: "us-1",
          message: "must be an ISO 4217 currency code, such as EUR",
        },
        {
          field: "events.1.vat_amount_minor",
          event_id: "us-1",
          message: "must be a whole number of minor units",
        },
      ],
    });
    const other = await newSeller();
    await committed(other, sales);
    expect(await sumsOf(seller, "2025-Q3")).toEqual(await sumsOf(other, "2025-Q3"));
    expect((await shown(seller, "us-1")).status).toBe(404);
  });

  it("an item that is no event is reported without an id", async () => {
    const items = await skip([null, "sale", {}, [], makeSale(), { event_id: "\u0000" }]);
    expect(statusesOf(items)).toEqual([
      "rejected",
      "rejected",
      "rejected",
      "rejected",
      "committed",
      "rejected",
    ]);
    expect(items.map(({ event_id }) => event_id)).toEqual([null, null, null, null, "sale-1", null]);
    expect(items[2]).toMatchObject({
      faults: expect.arrayContaining([{ field: "events.2.event_id", message: "required" }]),
    });
  });

  it("tells ten faults of an event, and how many more", async () => {
    const strangers = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`x${n}`, n]));
    const [item] = await skip([{ ...makeSale(), ...strangers }]);
    const { faults } = item as { faults: readonly { message: string }[] };
    expect(faults).toHaveLength(11);
    expect(faults.at(-1)).toEqual({ field: "", message: "and 30 more" });
  });

  it("an id that is taken is a conflict, and the same again a duplicate", async () => {
    await committed(seller, [makeSale(), makeSale({ event_id: "b" })]);
    const items = await skip([
      makeSale({ taxable_amount_minor: 1 }),
      makeSale({ event_id: "b" }),
      makeSale({ event_id: "new" }),
    ]);
    expect(statusesOf(items)).toEqual(["conflict", "duplicate", "committed"]);
    expect(items[0]).toMatchObject({
      event_id: "sale-1",
      faults: [{ field: "events.0.event_id", message: "sale-1 is taken by other content" }],
    });
  });

  it("of an id that is there twice the first good one counts", async () => {
    const other = makeSale({ taxable_amount_minor: 1 });
    const wrong = { ...makeSale({ event_id: "b" }), currency: 7 };
    const items = await skip([
      makeSale(),
      other,
      makeSale(),
      wrong,
      makeSale({ event_id: "b" }),
      wrong,
    ]);
    expect(statusesOf(items)).toEqual([
      "committed",
      "conflict",
      "duplicate",
      "rejected",
      "committed",
      "rejected",
    ]);
    expect((await shown(seller, "sale-1")).body.taxable_amount_minor).toBe(10_000);
    expect((await listed(seller)).body.items).toHaveLength(2);
  });

  it("a refund whose sale is skipped waits, and is linked when the sale comes", async () => {
    const wrong = without(makeSale(), "currency");
    const items = await skip([makeRefund(), wrong]);
    expect(items).toMatchObject([
      { status: "committed", link_status: "waiting" },
      { event_id: "sale-1", status: "rejected" },
    ]);
    await committed(seller, makeSale());
    expect((await shown(seller, "refund-1")).body.link_status).toBe("linked");
    expect(await auditSums(seller.account)).toMatchObject({ differences: [], stale_links: [] });
  });

  it("a refund of a sale that is a conflict is of the sale that is there", async () => {
    await committed(seller, makeSale({ consumption_country: "FR" }));
    const items = await skip([makeSale(), makeRefund()]);
    expect(items).toMatchObject([
      { status: "conflict" },
      { link_status: "invalid", link_reason: "the original was consumed in another Member State" },
    ]);
  });

  it("a consignment takes what it has room for", async () => {
    const parcel = (n: number) =>
      makeImport({
        event_id: `p${n}`,
        consignment: {
          id: "parcel",
          intrinsic_value_minor: 1,
          currency: "EUR",
          excise_goods: false,
        },
      });
    await committed(
      seller,
      Array.from({ length: 198 }, (_, n) => parcel(n)),
    );
    const items = await skip([
      parcel(0),
      parcel(198),
      parcel(199),
      parcel(200),
      makeSale(),
      parcel(201),
    ]);
    expect(statusesOf(items)).toEqual([
      "duplicate",
      "committed",
      "committed",
      "rejected",
      "committed",
      "rejected",
    ]);
    expect(items[3]).toMatchObject({
      faults: [{ field: "events.3.consignment.id", event_id: "p200" }],
    });
  });

  it("a single event is answered in the same way", async () => {
    const path = `${EVENTS}?on_error=skip`;
    const wrong = await call(seller.full, "POST", path, without(makeSale(), "currency"));
    expect(wrong.body).toEqual({
      items: [
        {
          event_id: "sale-1",
          status: "rejected",
          faults: [{ field: "currency", event_id: "sale-1", message: "required" }],
        },
      ],
      counts: { committed: 0, duplicate: 0, conflict: 0, rejected: 1 },
    });
    const good = await call(seller.full, "POST", path, makeSale(), { "X-Source-ID": "shop" });
    expect(good.body).toMatchObject({ items: [{ status: "committed" }] });
    expect((await shown(seller, "sale-1")).body.source_id).toBe("shop");
  });

  it("the same request under the same Idempotency-Key is answered the same", async () => {
    const events = [makeSale(), { event_id: "wrong" }];
    const send = () => commitAsking(seller, "on_error=skip", events, { "Idempotency-Key": "k" });
    const [first, again] = [await send(), await send()];
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(first.body.counts).toEqual({ committed: 1, duplicate: 0, conflict: 0, rejected: 1 });
  });

  it.for<[string, unknown, string[]]>([
    ["no list", { events: "a" }, ["events"]],
    ["an empty list", { events: [] }, ["events"]],
    ["501 events", { events: Array.from({ length: 501 }, () => 1) }, ["events"]],
    ["a list beside something else", { events: [1], event: 1 }, ["event"]],
    ["a list instead of an object", [], [""]],
    ["nothing", null, [""]],
  ])("a request is refused as a whole that is %s", async ([, body, fields]) => {
    const path = `${EVENTS}?on_error=skip`;
    const answer = await call<Refusal>(seller.full, "POST", path, JSON.stringify(body));
    expect(answer.status).toBe(400);
    expect(answer.body.details?.map(({ field }) => field)).toEqual(fields);
  });

  it.for(["on_error=ignore", "on_error=", "on_error=skip&dry_run=yes", "on_eror=skip"])(
    "%s is refused",
    async (query) => {
      expect((await commitAsking(seller, query, [makeSale()])).status).toBe(400);
      expect((await listed(seller)).body.items).toEqual([]);
    },
  );
});

describe("without it", () => {
  it("one event that is wrong keeps all of them out, and every fault has place and id", async () => {
    const wrong = [{ event_id: "a", event_type: "sale" }, { event_id: 7 }];
    const answer = await commit(seller, [makeSale(), ...wrong]);
    expect(answer.status).toBe(400);
    const { details = [], message } = answer.body as unknown as Refusal;
    for (const { field, event_id } of details) {
      expect([field, event_id]).toEqual([field, field.startsWith("events.1.") ? "a" : undefined]);
    }
    expect(message).toContain("events.1.supply_date (a): required");
    expect((await commitAsking(seller, "on_error=refuse", wrong)).status).toBe(400);
    expect(await idsOf(seller, "")).toEqual([]);
  });

  it("an unknown field next to the list is reported, without missing fields of events", async () => {
    const body = { events: [makeSale()], source_id: "shop" };
    const { details } = (await call<Refusal>(seller.full, "POST", EVENTS, body)).body;
    expect(details).toEqual([{ field: "source_id", message: "unknown field" }]);
  });

  it("a hundred faults of 500 events are reported, with the number of the others", async () => {
    const events = Array.from({ length: 500 }, (_, n) => ({
      ...makeSale({ event_id: `s${n}` }),
      currency: "EURO",
    }));
    const { details = [] } = (await commit(seller, events)).body as unknown as Refusal;
    expect(details).toHaveLength(101);
    expect(details[99]).toMatchObject({ field: "events.99.currency", event_id: "s99" });
    expect(details[100]).toEqual({ field: "", message: "and 400 more" });
  });
});
