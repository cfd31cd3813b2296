import { beforeEach, describe, expect, it, test } from "vitest";
import {
  type EventChanges,
  makeSale,
  makeService,
  type SentEvent,
} from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";
import { calculated, commitOf } from "../../stack/calculations.ts";
import { commit, committed, EVENTS, newSeller, shown } from "../../stack/seller.ts";

let seller: Account;
beforeEach(async () => {
  seller = await newSeller();
});

/** A refund of EUR 10.00 that says nothing but the sale it takes back from. */
const bare = (original_event_id: string, changes: EventChanges = {}): SentEvent =>
  ({
    event_id: "refund-1",
    event_type: "refund",
    original_event_id,
    supply_date: "2025-08-20",
    taxable_amount_minor: 1_000,
    vat_amount_minor: 190,
    ...changes,
  }) as SentEvent;

const SWEDISH = { currency: "SEK" as const };

const NOT_HERE = (field: string) => ({
  field: expect.stringMatching(new RegExp(`${field}$`)),
  event_id: "refund-1",
  message: expect.stringMatching(/^required: its sale is not here yet: send sale-1 before/),
});

describe("a refund has kind and currency of its sale", () => {
  const SALES = [
    ["goods", makeSale({ event_id: "sale-1" })],
    ["services in another currency", makeService({ event_id: "sale-1", ...SWEDISH })],
  ] as const;
  const ORDERS = [
    ["after its sale", (sale: SentEvent, refund: SentEvent) => [[sale], [refund]]],
    ["after it in one request", (sale: SentEvent, refund: SentEvent) => [[sale, refund]]],
    ["before it in one request", (sale: SentEvent, refund: SentEvent) => [[refund, sale]]],
  ] as const;

  test.for(
    SALES.flatMap(([what, sale]) =>
      ORDERS.map(([when, batches]) => ({ what, sale, when, batches })),
    ),
  )("$what, $when", async ({ sale, batches }) => {
    for (const batch of batches(sale, bare("sale-1"))) await committed(seller, batch);
    const { supply_kind, currency } = sale;
    expect((await shown(seller, "refund-1")).body).toMatchObject({
      supply_kind,
      currency,
      link_status: "linked",
      checks: [],
    });
    const full = bare("sale-1", { supply_kind, currency });
    for (const form of [full, bare("sale-1"), bare("sale-1", { currency })]) {
      expect(await committed(seller, form)).toMatchObject([{ status: "duplicate" }]);
    }
    expect(await auditOf(seller.account)).toMatchObject({ differences: [], faults: [] });
  });

  it("that was committed in the full form: the short one is a duplicate", async () => {
    await committed(seller, [
      makeSale({ event_id: "sale-1" }),
      bare("sale-1", { supply_kind: "goods", currency: "EUR" as never }),
    ]);
    expect(await committed(seller, bare("sale-1"))).toMatchObject([{ status: "duplicate" }]);
    const other = await commit(seller, bare("sale-1", { taxable_amount_minor: 1 }));
    expect([other.status, other.body]).toMatchObject([409, { error: "event_conflict" }]);
  });

  it("under the name of an order of two rates", async () => {
    const { transaction_id } = await calculated(seller, {
      currency: "SEK",
      lines: [
        { tax_class_id: "standard", gross_amount_minor: 11_900 },
        { tax_class_id: "books", gross_amount_minor: 10_700 },
      ],
      tax_class_id: undefined,
      gross_amount_minor: undefined,
    });
    const sale = {
      event_id: "sale-1",
      event_type: "sale",
      supply_kind: "goods",
      dispatch_country: "SE",
    };
    expect((await commitOf(seller, transaction_id, sale)).status).toBe(200);
    await committed(seller, bare("sale-1", { vat_rate_bps: 700, vat_amount_minor: 70 }));
    expect((await shown(seller, "refund-1")).body).toMatchObject({
      original_event_id: "sale-1-700",
      supply_kind: "goods",
      currency: "SEK",
      link_status: "linked",
    });
  });
});

describe("a refund whose sale is not here", () => {
  it("is refused with what to do, and writes nothing", async () => {
    const { status, body } = await commit(seller, bare("sale-1"));
    expect([status, body]).toMatchObject([
      400,
      { error: "invalid_request", details: [NOT_HERE("supply_kind"), NOT_HERE("currency")] },
    ]);
    const one = await commit(seller, bare("sale-1", { supply_kind: "goods" }));
    expect(one.body).toMatchObject({ details: [NOT_HERE("currency")] });
    expect((await shown(seller, "refund-1")).status).toBe(404);
  });

  it("is named by its place in the request, and nothing of it is committed", async () => {
    const events = [makeSale({ event_id: "other" }), bare("sale-1")];
    const { status, body } = await commit(seller, events);
    expect([status, body]).toMatchObject([
      400,
      { details: [{ field: "events.1.supply_kind" }, { field: "events.1.currency" }] },
    ]);
    expect((await shown(seller, "other")).status).toBe(404);
  });

  it("is left out where the others are committed", async () => {
    const events = [
      bare("sale-1"),
      makeSale({ event_id: "other" }),
      bare("other", { event_id: "refund-2" }),
      makeSale({ event_id: "other", currency: "SEK" as never }),
    ];
    const { status, body } = await call(seller.full, "POST", `${EVENTS}?on_error=skip`, { events });
    expect([status, body]).toMatchObject([
      200,
      {
        items: [
          { status: "rejected", faults: [NOT_HERE("supply_kind"), NOT_HERE("currency")] },
          { event_id: "other", status: "committed" },
          { event_id: "refund-2", status: "committed" },
          { event_id: "other", status: "conflict" },
        ],
        counts: { committed: 2, duplicate: 0, conflict: 1, rejected: 1 },
      },
    ]);
  });
});

test("the rules of the kind hold once it is known", async () => {
  await committed(seller, makeService({ event_id: "sale-1" }));
  const refund = bare("sale-1", { dispatch_country: "DE" as never });
  expect((await commit(seller, refund)).body).toMatchObject({
    details: [{ field: "dispatch_country", message: "only goods are dispatched" }],
  });
});

test.for([
  ["a sale", { event_type: "sale", original_event_id: undefined }],
  ["a refund of nothing", { original_event_id: undefined }],
] as const)("%s must say both", async ([, changes]) => {
  const { status, body } = await commit(seller, bare("sale-1", changes));
  const fields = [
    "supply_kind",
    "currency",
    "consumption_country",
    "vat_rate_bps",
    "rate_category",
  ];
  expect([status, body]).toMatchObject([
    400,
    { details: fields.map((field) => ({ field, message: expect.stringMatching(/^required/) })) },
  ]);
});
