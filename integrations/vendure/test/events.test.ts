import assert from "node:assert/strict";
import { test } from "node:test";
import { eventsOf } from "../src/events.js";
import { dayIn, type Quote, quoteRequest } from "../src/quote.js";
import { shippingRate } from "../src/shipping.js";
import { sumsOf } from "../src/sums.js";

const FACTS = {
  code: "T3D8RL",
  step: 0,
  day: "2026-11-29",
  currency: "EUR",
  destination: { country: "DE", postcode: "10115" },
  supplyKind: "goods",
  dispatchCountry: "SE",
  saleIds: new Map([[700, "T3D8RL-700"]]),
  isOwnRate: false,
} as const;

const QUOTE: Quote = {
  treatment: "union_oss",
  supply: { treated_as: "b2c", member_state_of_consumption: "DE" },
  lines: [{ line_id: "700", vat_rate_bps: 700, rate_category: "reduced" }],
};

const SETTINGS = { serviceUrl: "", apiKey: "", timeZone: "Europe/Stockholm", taxClasses: {} };

test("each rate of an order is a sale with the shop's own amounts and an id of its own", () => {
  const [sale] = eventsOf(sumsOf([[700, { net: 2_000, vat: 140 }]]), FACTS, QUOTE);
  assert.deepEqual(sale, {
    event_id: "T3D8RL-700",
    event_type: "sale",
    supply_date: "2026-11-29",
    supply_kind: "goods",
    currency: "EUR",
    vat_rate_bps: 700,
    taxable_amount_minor: 2_000,
    vat_amount_minor: 140,
    destination: { country: "DE", postcode: "10115" },
    dispatch_country: "SE",
    customer_type: "b2c",
    rate_category: "reduced",
    treatment: "union_oss",
    metadata: { rates_of: "service" },
  });
});

test("what is taken back refers to the sale of its rate, and has positive amounts", () => {
  const change = sumsOf([[700, { net: -1_000, vat: -70 }]]);
  const [refund] = eventsOf(change, { ...FACTS, step: 2 }, undefined);
  assert.equal(refund?.event_id, "T3D8RL-2-700");
  assert.equal(refund?.original_event_id, "T3D8RL-700");
  assert.deepEqual([refund?.taxable_amount_minor, refund?.vat_amount_minor], [1_000, 70]);
});

test("a sale without VAT has no category of a rate, and outside the Union no treatment", () => {
  const quote = {
    ...QUOTE,
    lines: [],
    supply: { treated_as: "b2c", member_state_of_consumption: null },
  } as const;
  const [sale] = eventsOf(sumsOf([[0, { net: 500, vat: 0 }]]), FACTS, quote);
  assert.equal(sale?.rate_category, "zero");
  assert.equal("treatment" in (sale ?? {}), false);
});

test("nothing is asked before the country is known", () => {
  const asked = { vatNumber: undefined, day: "2026-11-29", includesVat: true, lines: [] };
  const order = { currencyCode: "EUR" } as never;
  assert.equal(quoteRequest(SETTINGS, { ...asked, order }), undefined);
});

test("an order just after midnight belongs to the day of the accounting", () => {
  const instant = new Date("2026-03-31T22:30:00Z");
  assert.equal(dayIn("Europe/Stockholm", instant), "2026-04-01");
  assert.equal(dayIn("UTC", instant), "2026-03-31");
});

test("shipping has the rate of the goods with the largest value, and of equal ones the higher", () => {
  const line = (taxRate: number, proratedLinePrice: number) => ({ taxRate, proratedLinePrice });
  assert.equal(shippingRate([line(19, 500), line(7, 300), line(7, 300)]), 7);
  assert.equal(shippingRate([line(7, 500), line(19, 500)]), 19);
  assert.equal(shippingRate([]), 0);
});
