import { beforeEach, describe, expect, it, test } from "vitest";
import {
  type EventChanges,
  makeRefund,
  makeSale,
  makeService,
  type SentEvent,
} from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import {
  commit,
  committed,
  listed,
  newSeller,
  type Refusal,
  shown,
  summaryOf,
  sumsOf,
} from "../../stack/seller.ts";
import { settleRecount } from "../../stack/settle.ts";

let seller: Account;
beforeEach(async () => {
  seller = await newSeller();
});

const sales = (count: number): SentEvent[] =>
  Array.from({ length: count }, (_, n) => makeSale({ event_id: `s${n}` }));

async function expectConflict(body: unknown, ...ids: string[]): Promise<void> {
  const refused = await commit(seller, body);
  expect(refused).toMatchObject({ status: 409, body: { error: "event_conflict" } });
  const { message, details } = refused.body as unknown as Refusal;
  expect(details?.map(({ event_id }) => event_id)).toEqual(ids);
  for (const [n, id] of ids.entries()) {
    const { field = "", message: why } = details?.[n] ?? {};
    const [, place] = /^(?:events\.(\d+)\.)?event_id$/.exec(field) ?? [];
    const sent = Array.isArray(body) ? body[Number(place)] : body;
    expect(sent).toMatchObject({ event_id: id });
    expect(why).toContain(id);
    expect(message).toContain(id);
  }
}

describe("a replay", () => {
  const reordered = (event: object) => Object.fromEntries(Object.entries(event).toReversed());
  const original = makeService({
    consumption_country: "EL",
    location_evidence: [
      { kind: "billing_address", country: "EL" },
      { kind: "ip", country: "EL" },
    ],
    metadata: { a: "1", b: "2" },
  });
  const { customer_type, ...withoutDefaults } = original;

  it.for<[string, unknown]>([
    ["the same", original],
    ["in a batch", [original]],
    ["its fields in another order", reordered(original)],
    [
      "its inner fields in another order",
      {
        ...original,
        metadata: { b: "2", a: "1" },
        location_evidence: original.location_evidence?.map(reordered),
      },
    ],
    [
      "Greece as GR",
      {
        ...original,
        consumption_country: "GR",
        location_evidence: original.location_evidence?.map((one) => ({ ...one, country: "GR" })),
      },
    ],
    ["defaults left out", withoutDefaults],
    ["numbers in another notation", JSON.stringify(original).replace(":10000,", ":1.0e4,")],
  ])("is a duplicate: %s", async ([, body]) => {
    await committed(seller, original);
    const { status, body: answer } = await commit(seller, body);
    expect(status).toBe(200);
    expect(answer.items).toMatchObject([{ event_id: "service-1", status: "duplicate" }]);
    expect((await summaryOf(seller, "2025-Q3")).total_source_event_count).toBe(1);
  });

  it("stays one when the profile has changed in between", async () => {
    const { establishment_country, ...unplaced } = makeService();
    seller = await newSeller("SE", { establishment_country: "SE", fixed_establishments: [] });
    await committed(seller, unplaced);
    const moved = { establishment_country: "DE", fixed_establishments: [] };
    expect((await call(seller.full, "PUT", "/v1/account", moved)).status).toBe(200);
    await settleRecount(seller.account);
    const after = await shown(seller, "service-1");
    expect(await committed(seller, unplaced)).toMatchObject([
      { status: "duplicate", treatment: "domestic" },
    ]);
    expect((await shown(seller, "service-1")).body).toEqual(after.body);
  });

  it("answers the event as it is now", async () => {
    await committed(seller, makeRefund());
    expect(await committed(seller, makeRefund())).toMatchObject([{ link_status: "waiting" }]);
    await committed(seller, makeSale());
    expect(await committed(seller, makeRefund())).toMatchObject([
      { status: "duplicate", link_status: "linked" },
    ]);
  });
});

describe("an id that is taken", () => {
  test.for<[string, EventChanges]>([
    ["amount", { taxable_amount_minor: 10_001 }],
    ["day", { supply_date: "2025-08-02" as never }],
    ["type", { event_type: "refund" }],
    ["currency", { currency: "SEK" }],
    ["country", { consumption_country: "FR" }],
    ["description", { description: "x" }],
    ["metadata", { metadata: {} }],
    ["source", { source_id: "shop" }],
    ["wish for a stricter classification", { classification_status: "excluded" }],
  ])("by other content is a conflict: %s", async ([, change]) => {
    await committed(seller, makeSale());
    const before = await shown(seller, "sale-1");
    await expectConflict(makeSale(change), "sale-1");
    expect((await shown(seller, "sale-1")).body).toEqual(before.body);
  });

  it("keeps all of its request out", async () => {
    await committed(seller, sales(2));
    const sums = await sumsOf(seller, "2025-Q3");
    const fresh = Array.from({ length: 120 }, (_, n) => makeSale({ event_id: `new${n}` }));
    const taken = ["s0", "s1"].map((event_id) => makeRefund({ event_id }));
    await expectConflict([...fresh, ...taken, makeSale({ event_id: "last" })], "s0", "s1");
    for (const id of ["new0", "new119", "last"]) expect((await shown(seller, id)).status).toBe(404);
    expect(await sumsOf(seller, "2025-Q3")).toEqual(sums);
    expect((await listed(seller)).body.items).toHaveLength(2);
  });

  it("within one request is a duplicate when it is the same event", async () => {
    const items = await committed(seller, [makeSale(), makeRefund(), makeSale()]);
    expect(items.map((item) => item.status)).toEqual(["committed", "committed", "duplicate"]);
    expect((await summaryOf(seller, "2025-Q3")).total_source_event_count).toBe(2);
  });

  it("within one request by other content keeps all of it out", async () => {
    const other = makeSale({ taxable_amount_minor: 1 });
    await expectConflict([makeSale({ event_id: "new" }), makeSale(), other], "sale-1");
    await expectConflict([...sales(60), makeRefund({ event_id: "s0" })], "s0");
    expect((await listed(seller)).body.items).toEqual([]);
    expect(await sumsOf(seller, "2025-Q3")).toEqual({});
  });
});
