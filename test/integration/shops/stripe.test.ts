import { beforeAll, describe, expect, it } from "vitest";
import { seeded } from "../../../scripts/demo/dice.ts";
import {
  stripeCreditNote,
  stripeEvent,
  stripeHeaders,
  stripeInvoice,
} from "../../make/stripe-document.ts";
import { makeSale } from "../../make/supply-event.ts";
import { call } from "../../stack/api.ts";
import { importedFile } from "../../stack/imports.ts";
import { committed, type EventList, newSeller } from "../../stack/seller.ts";
import {
  allSettled,
  type ConnectedShop,
  connectedStripe,
  returnLines,
  sendStripe,
  sendTo,
} from "../../stack/shops.ts";
import { lengthOf } from "../../stack/soak.ts";

/** Orders of arrival of each history. */
const ROUNDS = lengthOf("ROUNDS", 1, 20);

const shopOf = async () => connectedStripe(await newSeller("SE", { establishment_country: "SE" }));

const INVOICE = stripeInvoice({ id: "in_1", taxes: [{ net: 10_000, vat: 2_000 }] });
const NOTE = { id: "cn_1", invoice: "in_1", taxes: [{ net: 3_000, vat: 600 }] };
const VOIDED_AT = Date.parse("2026-10-06T08:00:00Z") / 1000;

const FINALIZED = stripeEvent("invoice.finalized", INVOICE, 0);
const CREDITED = stripeEvent("credit_note.created", stripeCreditNote(NOTE), 60);
const UNCREDITED = stripeEvent(
  "credit_note.voided",
  stripeCreditNote({ ...NOTE, voided_at: VOIDED_AT }),
  120,
);
const VOIDED = stripeEvent("invoice.voided", { ...INVOICE, status: "void" }, 0);

/** Sends a message, waits until it is booked, and returns its outcome. */
async function outcomeOf(shop: ConnectedShop, event: ReturnType<typeof stripeEvent>) {
  expect(await sendStripe(shop, event)).toBe(200);
  return (await allSettled(shop))[0];
}

it("books an invoice and its credit note, and takes both back", async () => {
  const shop = await shopOf();
  expect(await outcomeOf(shop, FINALIZED)).toMatchObject({
    topic: "invoice.finalized",
    vendor_id: "evt_1Sample0",
    order_id: "in_1",
    outcome: "committed",
    findings: [],
  });
  expect(await returnLines(shop)).toEqual([["FR", 2_000, 10_000, 2_000]]);
  expect(await outcomeOf(shop, CREDITED)).toMatchObject({ order_id: "in_1", outcome: "committed" });
  expect(await returnLines(shop)).toEqual([["FR", 2_000, 7_000, 1_400]]);
  expect(await outcomeOf(shop, CREDITED)).toMatchObject({ times: 2, outcome: "committed" });
  await outcomeOf(shop, UNCREDITED);
  expect(await returnLines(shop)).toEqual([["FR", 2_000, 10_000, 2_000]]);
  expect(await outcomeOf(shop, VOIDED)).toMatchObject({ outcome: "taken_back" });
  expect(await returnLines(shop)).toEqual([]);
});

it("books a credit note that arrives before its invoice, once the invoice is there", async () => {
  const shop = await shopOf();
  expect(await outcomeOf(shop, CREDITED)).toMatchObject({
    order_id: "in_1",
    outcome: "unresolved",
    findings: [
      { reason: "original_not_found", supply_date: "2026-10-05", gross_amount_minor: -3_600 },
    ],
  });
  expect(await returnLines(shop)).toEqual([]);
  expect(await outcomeOf(shop, FINALIZED)).toMatchObject({ outcome: "committed", findings: [] });
  expect(await returnLines(shop)).toEqual([["FR", 2_000, 7_000, 1_400]]);
});

it("comes to the same in any order of arrival", async () => {
  const histories: [ReturnType<typeof stripeEvent>[], unknown[]][] = [
    [[FINALIZED, CREDITED, UNCREDITED], [["FR", 2_000, 10_000, 2_000]]],
    [[FINALIZED, CREDITED, VOIDED], []],
  ];
  const next = seeded(28);
  for (const [events, lines] of histories) {
    for (let n = 0; n < ROUNDS; n += 1) {
      const shop = await shopOf();
      const shuffled = [...events, ...events]
        .map((event) => ({ event, place: next() }))
        .sort((a, b) => a.place - b.place);
      for (const { event } of shuffled) await outcomeOf(shop, event);
      expect(await returnLines(shop)).toEqual(lines);
    }
  }
});

it("finds the invoice that a file has brought", async () => {
  const shop = await shopOf();
  const bytes = new TextEncoder().encode(JSON.stringify([INVOICE]));
  const settings = { source_id: "stripe", establishment_country: "SE" };
  const file = { format: "stripe_invoices_json", settings, bytes };
  expect((await importedFile(shop.seller, file)).counts).toMatchObject({ rows: 1, committed: 1 });
  expect(await outcomeOf(shop, CREDITED)).toMatchObject({ outcome: "committed" });
  expect(await returnLines(shop)).toEqual([["FR", 2_000, 7_000, 1_400]]);
  expect(await outcomeOf(shop, FINALIZED)).toMatchObject({ outcome: "duplicate" });
  expect(await outcomeOf(shop, VOIDED)).toMatchObject({ outcome: "taken_back" });
  expect(await returnLines(shop)).toEqual([]);
});

it("books an invoice in króna by Stripe's two decimals", async () => {
  const shop = await shopOf();
  const krona = { id: "in_9", currency: "isk", taxes: [{ net: 1_000_000, vat: 200_000 }] };
  const event = stripeEvent("invoice.finalized", stripeInvoice(krona), 0);
  expect(await outcomeOf(shop, event)).toMatchObject({ outcome: "committed" });
  const { body } = await call<EventList>(shop.seller.readOnly, "GET", "/v1/supply-events");
  expect(body.items).toMatchObject([
    { currency: "ISK", taxable_amount_minor: 10_000, vat_amount_minor: 2_000 },
  ]);
});

it("an invoice in króna that was booked a hundredfold stays so when its file is imported again", async () => {
  const { seller } = await shopOf();
  const krona = { id: "in_9", currency: "isk", taxes: [{ net: 1_000_000, vat: 200_000 }] };
  const event_id = "stripe:in_9:tbe_services:2000";
  const { dispatch_country: _, ...sale } = makeSale();
  await committed(seller, {
    ...sale,
    event_id,
    supply_kind: "tbe_services",
    consumption_country: "FR",
    currency: "ISK",
    vat_rate_bps: 2_000,
    taxable_amount_minor: 1_000_000,
    vat_amount_minor: 200_000,
    source_id: "stripe",
  });
  const file = {
    format: "stripe_invoices_json",
    settings: { source_id: "stripe", establishment_country: "SE" },
    bytes: new TextEncoder().encode(JSON.stringify([stripeInvoice(krona)])),
  };
  expect((await importedFile(seller, file)).counts).toMatchObject({ rows: 1, conflict: 1 });
  const { body } = await call<EventList>(seller.readOnly, "GET", "/v1/supply-events");
  expect(body.items).toMatchObject([{ event_id, taxable_amount_minor: 1_000_000 }]);
});

describe("a message that changes no VAT", () => {
  let shop: ConnectedShop;
  beforeAll(async () => {
    shop = await shopOf();
  });

  it.for([
    ["invoice.paid", INVOICE, "payment_of_invoice"],
    ["invoice.marked_uncollectible", INVOICE, "bad_debt"],
    ["customer.created", { id: "cus_1" }, "topic_unknown"],
    ["invoice.finalized", { ...INVOICE, livemode: false }, "test_order"],
  ] as const)("%s is not needed, and says why", async ([topic, object, reason]) => {
    expect(await outcomeOf(shop, stripeEvent(topic, object))).toMatchObject({
      outcome: "ignored",
      findings: [{ reason, message: expect.stringMatching(/^[A-Z].*\.$/) }],
    });
    expect(await returnLines(shop)).toEqual([]);
  });
});

describe("a message of Stripe that no invoice follows", () => {
  let shop: ConnectedShop;
  beforeAll(async () => {
    shop = await shopOf();
  });

  // Types of https://docs.stripe.com/api/events/types and of thin events.
  it.for([
    ["charge.refunded", "write a credit note of the invoice"],
    ["refund.created", "write a credit note of the invoice"],
    ["charge.dispute.created", "write a credit note of the invoice"],
    ["checkout.session.completed", "report the sale yourself"],
    ["v1.invoice.finalized", "payload style Snapshot"],
  ] as const)("%s says what to do", async ([topic, advice]) => {
    const ending = await outcomeOf(shop, stripeEvent(topic, { id: "ch_1", object: "charge" }));
    expect(ending).toMatchObject({
      outcome: "ignored",
      findings: [{ reason: "topic_unknown", message: expect.stringContaining(advice) }],
    });
  });
});

it("refuses a message that is six minutes old", async () => {
  const shop = await shopOf();
  const body = JSON.stringify(FINALIZED);
  const then = new Date(Date.now() - 360_000);
  const answer = await sendTo(shop.id, body, stripeHeaders(shop.secret, body, then));
  expect([answer.status, await answer.json()]).toMatchObject([401, { error: "invalid_signature" }]);
});
