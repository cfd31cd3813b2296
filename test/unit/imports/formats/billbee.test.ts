import { expect, it } from "vitest";
import { BILLBEE_JSON } from "../../../../shared/imports/formats/billbee-json/read.ts";
import { utf8 } from "../../../make/damaged-file.ts";
import { importInMemory } from "../../../make/import-in-memory.ts";
import { SAMPLES } from "../../../make/import-sample.ts";

/* What Billbee leaves open: the VAT of shipping, means of payment, and what its total has in it. */
const sample = SAMPLES.find(({ format }) => format === BILLBEE_JSON);
const orders = (sample?.pieces.records ?? []).map((record) => JSON.parse(record) as Order);

type Order = { OrderItems: Record<string, unknown>[]; [field: string]: unknown };

/** The outcome of an order of the sample after changes. */
async function outcomeOf(n: number, changes: Partial<Order>, more: object = {}) {
  const { shipping_vat: _, ...settings } = sample?.settings ?? {};
  const bytes = utf8(JSON.stringify([{ ...orders[n], ...changes }]));
  const [row] = await importInMemory(BILLBEE_JSON, { ...settings, ...more }, bytes);
  return row?.outcome;
}

const sumsOf = (outcome: Awaited<ReturnType<typeof outcomeOf>>) =>
  outcome?.outcome === "event"
    ? outcome.events.map((event) => [event.taxable_amount_minor, event.vat_amount_minor])
    : outcome;

it("shipping beside articles of two rates asks, until a setting says whose rate it has", async () => {
  expect(await outcomeOf(1, {})).toMatchObject({
    outcome: "unresolved",
    reason: "net_not_split",
    details: { line: "shipping" },
  });
  // 8.23 at 21 %: 6.80 and 1.43. 50.00 + 6.80, 10.50 + 1.43; the book stays 20.00 and 1.80.
  const highest = await outcomeOf(1, {}, { shipping_vat: "highest" });
  expect(sumsOf(highest)).toEqual([
    [5_680, 1_193],
    [2_000, 180],
  ]);
});

it("a coupon is a means of payment, and lowers no price", async () => {
  const [article] = orders[0]?.OrderItems ?? [];
  const coupon = { ...article, BillbeeId: 99, TotalPrice: -10, TaxAmount: 0, IsCoupon: true };
  const paid = await outcomeOf(0, { OrderItems: [{ ...article }, coupon], TotalCost: 54.8 });
  expect(sumsOf(paid)).toEqual([[5_400, 1_080]]);
  expect(paid).toMatchObject({ findings: ["no_supply_left_out"] });
});

it("a total is read with and without the shipping in it, and another one asks", async () => {
  expect(sumsOf(await outcomeOf(0, { TotalCost: 60 }))).toEqual([[5_400, 1_080]]);
  expect(await outcomeOf(0, { TotalCost: 55 })).toMatchObject({ reason: "net_not_split" });
});

it("goods from a warehouse outside the Union ask only where the order would be booked", async () => {
  const from = { DeliverySourceCountryCode: "GB" };
  expect(await outcomeOf(0, from)).toMatchObject({ reason: "consignment_value_missing" });
  expect(await outcomeOf(0, { ...from, PayedAt: null, ShippedAt: null, PaidAmount: 0 })).toEqual({
    outcome: "excluded",
    reason: "not_paid",
  });
});

it("a field of payment that is missing is a question", async () => {
  expect(await outcomeOf(0, { PayedAt: undefined })).toMatchObject({ reason: "payment_unknown" });
});
