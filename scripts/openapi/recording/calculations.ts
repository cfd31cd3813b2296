import type { Recorder } from "./recorder.ts";

const PRICE = { currency: "EUR", price_includes_vat: true, transaction_date: "2026-08-14" };

const BY_CLASS = {
  ...PRICE,
  country: "DE",
  tax_class_id: "standard",
  gross_amount_minor: 11_900,
};

const BY_LINES = {
  ...PRICE,
  country: "FR",
  lines: [
    { line_id: "book", vat_rate_bps: 550, gross_amount_minor: 2_110 },
    { line_id: "lamp", vat_rate_bps: 2_000, gross_amount_minor: 6_000 },
  ],
  shipping_amount_minor: 500,
};

const BY_PLACE = {
  ...PRICE,
  country: "PL",
  tax_class_id: "standard",
  gross_amount_minor: 12_300,
  supply: { supply_kind: "goods", dispatch_country: "SE", customer_type: "b2c" },
};

/** An order of two rates, which becomes two sales. */
const SPLIT = {
  ...BY_LINES,
  supply: { supply_kind: "goods", dispatch_country: "SE" },
  commit: { event_id: "order-2003", event_type: "sale" },
};

/** Orders of a shop; the second was charged at a rate of the shop's own. */
const ORDERS = {
  items: [
    { ...BY_PLACE, commit: { event_id: "order-2002", event_type: "sale" } },
    {
      ...PRICE,
      country: "DK",
      tax_class_id: "standard",
      vat_rate_bps: 2_000,
      gross_amount_minor: 12_000,
      supply: { supply_kind: "goods", dispatch_country: "SE" },
    },
  ],
};

export async function recordCalculations(recorder: Recorder): Promise<void> {
  const first = await recorder.show("calculateVat", "A gross price and a tax class", {
    headers: { "X-Source-ID": "shop-se" },
    body: BY_CLASS,
  });
  await recorder.show("calculateVat", "Lines with shipping", { body: BY_LINES });
  await recorder.show("calculateVat", "The place of supply decides", { body: BY_PLACE });
  const path = { id: String(first["transaction_id"]) };
  await recorder.show("commitTransaction", "A calculation that became a sale", {
    path,
    body: {
      event_id: "order-2001",
      event_type: "sale",
      supply_kind: "goods",
      dispatch_country: "SE",
    },
  });
  await recorder.show("getTransaction", "Committed", { path });
  await recorder.show("listTransactions", "Of a country", {
    query: { from: "2026-08-01", to: "2026-08-31", country: "DE" },
  });
  await recorder.show("calculateVat", "Orders of a shop, one committed with it", { body: ORDERS });
  await recorder.show("calculateVat", "A quote that leaves no trace", {
    body: { ...BY_PLACE, store: false },
  });
  await recorder.prepare("calculateVat", { body: { items: [SPLIT] } });
  await recorder.refused("not_found", "getSupplyEvent", { path: { event_id: "order-2003" } });
  await recordRefunds(recorder);
  await recorder.show("getRatesFile", "Two classes, whatever the threshold says", {
    path: { shop: "woocommerce" },
    query: { on: "2026-09-01", class: "standard:,books:reduced-rate", scope: "destination" },
  });
}

async function recordRefunds(recorder: Recorder): Promise<void> {
  const path = { event_id: "order-2003" };
  const refund = { supply_date: "2026-08-14" };
  await recorder.show("refundSupplyEvent", "An amount of an order of two rates", {
    path,
    body: { ...refund, event_id: "refund-2003-1", gross_amount_minor: 2_110 },
  });
  await recorder.show("refundSupplyEvent", "The rest of it", {
    path,
    body: { ...refund, event_id: "refund-2003-2", in_full: true },
  });
  await recorder.refused("nothing_to_refund", "refundSupplyEvent", {
    path,
    body: { ...refund, event_id: "refund-2003-3", in_full: true },
  });
}
