import { beforeEach, describe, expect, it, test } from "vitest";
import { makeRefund, makeSale, type SentEvent } from "../../../make/supply-event.ts";
import { type Account, newAccount } from "../../../stack/api.ts";
import { auditOf } from "../../../stack/audit.ts";
import { commitOrder, refund } from "../../../stack/refunds.ts";
import { committed, newSeller, reclassify, shown, summaryOf } from "../../../stack/seller.ts";

let seller: Account;
beforeEach(async () => {
  seller = await newSeller("SE", { establishment_country: "SE" });
});

const FULL = { in_full: true };
const sale = (changes: object = {}): SentEvent => makeSale({ event_id: "sale", ...changes });
const earlier = (net: number, vat: number, changes: object = {}): SentEvent =>
  makeRefund({
    event_id: "earlier",
    original_event_id: "sale",
    supply_date: "2025-08-10" as never,
    taxable_amount_minor: net,
    vat_amount_minor: vat,
    ...changes,
  });

/** The part of an event that is taken back, as `[id, original, net, VAT]`. */
const takenIn = (body: { items: readonly object[] }) =>
  (body.items as Record<string, unknown>[]).map((item) => [
    item["event_id"],
    item["original_event_id"],
    item["taxable_amount_minor"],
    item["vat_amount_minor"],
  ]);

const B2B = { customer_type: "b2b", vat_amount_minor: 0, vat_rate_bps: 0, rate_category: "zero" };

describe("a single sale", () => {
  type Row = [what: string, before: SentEvent[], asked: object, taken: [number, number]];
  test.for<Row>([
    ["in full", [sale()], FULL, [10_000, 1_900]],
    ["by an amount", [sale()], { gross_amount_minor: 5_950 }, [5_000, 950]],
    ["in full after a part", [sale(), earlier(3_333, 633)], FULL, [6_667, 1_267]],
    [
      "by an amount that is the rest",
      [sale(), earlier(3_333, 632)],
      { gross_amount_minor: 7_935 },
      [6_667, 1_268],
    ],
    [
      "in full after an adjustment that raised it",
      [sale(), earlier(1_000, 190, { event_type: "adjustment" })],
      FULL,
      [11_000, 2_090],
    ],
    [
      "in full after an adjustment that lowered it",
      [sale(), earlier(-1_000, -190, { event_type: "adjustment" })],
      FULL,
      [9_000, 1_710],
    ],
    [
      "in full, beside a refund that somebody has set aside",
      [sale(), earlier(3_333, 633, { classification_status: "excluded" })],
      FULL,
      [10_000, 1_900],
    ],
    [
      "in full, beside a refund that needs a review",
      [sale(), earlier(3_333, 633, { classification_status: "needs_review" })],
      FULL,
      [6_667, 1_267],
    ],
    [
      "of yen",
      [sale({ currency: "JPY", taxable_amount_minor: 10_001, vat_amount_minor: 1_900 })],
      { gross_amount_minor: 3 },
      [3, 0],
    ],
    [
      "of forint",
      [sale({ currency: "HUF", taxable_amount_minor: 1_000_000, vat_amount_minor: 190_000 })],
      { gross_amount_minor: 595_000 },
      [500_000, 95_000],
    ],
    ["of a reverse charge", [sale(B2B)], { gross_amount_minor: 2_500 }, [2_500, 0]],
    [
      "of a reverse charge after a part that says b2b",
      [sale(B2B), earlier(4_000, 0, { customer_type: "b2b" })],
      FULL,
      [6_000, 0],
    ],
    ["that lacks its place", [sale({ dispatch_country: undefined })], FULL, [10_000, 1_900]],
  ])("%s", async ([, before, asked, [net, vat]]) => {
    for (const event of before) await committed(seller, event);
    const answer = await refund(seller, "sale", asked as Record<string, unknown>);
    expect(answer).toMatchObject({ status: 200, body: { gross_amount_minor: net + vat } });
    expect(takenIn(answer.body)).toEqual([["refund-1", "sale", net, vat]]);
    expect(answer.body.items).toMatchObject([{ status: "committed", link_status: "linked" }]);
    expect((await shown(seller, "refund-1")).body).toMatchObject({
      event_type: "refund",
      original_event_id: "sale",
      taxable_amount_minor: net,
      vat_amount_minor: vat,
      checks: [],
    });
    expect(await auditOf(seller.account)).toMatchObject({ differences: [], faults: [] });
  });

  it("keeps source, invoice, description and type of the refund", async () => {
    await committed(seller, sale({ source_id: "shop" }));
    const stated = {
      event_type: "credit_note",
      invoice_number: "CN-1",
      invoice_date: "2025-08-20",
      description: "lamp was broken",
      metadata: { ticket: "812" },
    };
    await refund(seller, "sale", { ...stated, ...FULL });
    expect((await shown(seller, "refund-1")).body).toMatchObject({ ...stated, source_id: "shop" });
  });
});

describe("an order that was split", () => {
  const ORDER = [
    ["refund-1-1900", "order-1900", 10_000, 1_900],
    ["refund-1-700", "order-700", 2_000, 140],
  ];

  it("is taken back in full by one call", async () => {
    await commitOrder(seller, "order");
    const { status, body } = await refund(seller, "order", FULL);
    expect([status, takenIn(body), body.gross_amount_minor]).toEqual([200, ORDER, 14_040]);
    expect(await summaryOf(seller, "2025-Q3")).toMatchObject({
      totals: { taxable_minor: 0, payable_vat_minor: 0 },
    });
    expect(await auditOf(seller.account)).toMatchObject({ differences: [], faults: [] });
  });

  it("is taken back by amounts, and the last takes the exact rest", async () => {
    await commitOrder(seller, "order");
    const first = await refund(seller, "order", { gross_amount_minor: 1_000 });
    expect(takenIn(first.body)).toEqual([
      ["refund-1-1900", "order-1900", 713, 135],
      ["refund-1-700", "order-700", 142, 10],
    ]);
    const rest = { event_id: "refund-2", gross_amount_minor: 13_040 };
    expect(takenIn((await refund(seller, "order", rest)).body)).toEqual([
      ["refund-2-1900", "order-1900", 9_287, 1_765],
      ["refund-2-700", "order-700", 1_858, 130],
    ]);
  });

  it("is taken back without the part that is refunded already", async () => {
    await commitOrder(seller, "order");
    await refund(seller, "order-700", { event_id: "book", in_full: true });
    expect(takenIn((await refund(seller, "order", FULL)).body)).toEqual([ORDER[0]]);
  });

  it("of its parts each can be refunded alone", async () => {
    await commitOrder(seller, "order");
    const { body } = await refund(seller, "order-1900", { gross_amount_minor: 119 });
    expect(takenIn(body)).toEqual([["refund-1", "order-1900", 100, 19]]);
  });

  it("is named by its parts where it is asked for as an event", async () => {
    await commitOrder(seller, "order");
    const { status, body } = await shown(seller, "order");
    expect([status, (body as unknown as { message: string }).message]).toEqual([
      404,
      "no such supply event, but its parts: order-1900, order-700",
    ]);
  });
});

describe("a repeated refund", () => {
  it.for([FULL, { gross_amount_minor: 14_040 }, { gross_amount_minor: 500 }])(
    "of an order answers what it has booked: %j",
    async (asked) => {
      await commitOrder(seller, "order");
      const first = await refund(seller, "order", asked);
      const again = await refund(seller, "order", asked);
      expect(again.status).toBe(200);
      expect(again.body).toEqual({
        ...first.body,
        items: first.body.items.map((item) => ({ ...item, status: "duplicate" })),
      });
    },
  );

  it.for([
    { gross_amount_minor: 11_900 },
    { ...FULL, supply_date: "2025-08-21" },
    { ...FULL, description: "another" },
  ])("with other content is a conflict: %j", async (other) => {
    await committed(seller, sale());
    await refund(seller, "sale", FULL);
    const { status, body } = await refund(seller, "sale", other);
    expect([status, body]).toMatchObject([
      409,
      { error: "event_conflict", details: [{ field: "event_id", event_id: "refund-1" }] },
    ]);
  });

  it("under the id of another event is a conflict", async () => {
    await committed(seller, [sale(), earlier(1, 0)]);
    for (const event_id of ["sale", "earlier"]) {
      const { status, body } = await refund(seller, "sale", { event_id, ...FULL });
      expect([status, body.error]).toEqual([409, "event_conflict"]);
    }
  });

  it("is the same when it is only tried", async () => {
    await commitOrder(seller, "order");
    const tried = await refund(seller, "order", FULL, "?dry_run=true");
    expect((await shown(seller, "refund-1-700")).status).toBe(404);
    expect(tried.body).toEqual((await refund(seller, "order", FULL)).body);
  });
});

describe("refused is", () => {
  it("a refund of what is refunded", async () => {
    await committed(seller, [sale(), earlier(10_000, 1_900)]);
    expect(await refund(seller, "sale", FULL)).toMatchObject({
      status: 409,
      body: {
        error: "nothing_to_refund",
        message: "nothing is left of sale: it is refunded",
      },
    });
  });

  it("a refund of more than is left, with what is left", async () => {
    await commitOrder(seller, "order");
    await refund(seller, "order", { event_id: "part", gross_amount_minor: 1_000 });
    expect(await refund(seller, "order", { gross_amount_minor: 13_041 })).toMatchObject({
      status: 409,
      body: {
        error: "refund_exceeds_sale",
        message:
          "13040 EUR minor units with VAT are left of order (order-1900: 11052, order-700: 1988), not 13041",
        details: [
          {
            field: "gross_amount_minor",
            message: expect.stringMatching(/^must be at most 13040 minor units, 130\.40 [A-Z]{3}$/),
          },
        ],
      },
    });
  });

  it("a refund of a refund", async () => {
    await committed(seller, [sale(), earlier(1_000, 190)]);
    expect(await refund(seller, "earlier", FULL)).toMatchObject({
      status: 409,
      body: {
        error: "not_a_sale",
        message: "earlier is of the type refund, not a sale; its sale is sale",
      },
    });
  });

  it("a refund of a sale that is unknown, or of another account", async () => {
    const other = await newAccount("other");
    await committed(seller, sale());
    await commitOrder(seller, "order");
    expect(await refund(seller, "unknown", FULL)).toMatchObject({ status: 404 });
    for (const id of ["sale", "order"]) {
      expect(await refund(other, id, FULL)).toMatchObject({
        status: 404,
        body: { error: "not_found", message: "no such supply event" },
      });
    }
  });

  test.for<[what: string, asked: object, field: string]>([
    ["neither in full nor by an amount", {}, "gross_amount_minor"],
    ["both", { ...FULL, gross_amount_minor: 1 }, "in_full"],
    ["of nothing", { gross_amount_minor: 0 }, "gross_amount_minor"],
    ["before its sale", { ...FULL, supply_date: "2025-07-31" }, "supply_date"],
    ["of the future", { ...FULL, supply_date: "2999-01-01" }, "supply_date"],
    ["with an unknown field", { ...FULL, amount: 1 }, "amount"],
    ["by lines, which are calculated", { lines: [], ...FULL }, "lines"],
  ])("a refund %s", async ([, asked, field]) => {
    await committed(seller, sale());
    const { status, body } = await refund(seller, "sale", asked as Record<string, unknown>);
    expect([status, body.details?.map((fault) => fault.field)]).toEqual([400, [field]]);
  });
});

it("a sale that was set aside is refunded, and its refund follows it", async () => {
  await committed(seller, sale());
  await reclassify(seller, "sale", "excluded");
  const { body } = await refund(seller, "sale", FULL);
  expect(body.items).toMatchObject([{ link_status: "linked", exclusion_code: expect.any(String) }]);
});
