import type { Recorder } from "./recorder.ts";

const SALE = {
  event_type: "sale",
  supply_kind: "goods",
  dispatch_country: "SE",
  rate_category: "standard",
} as const;

/** The German sale of the first quarter, which is refunded in the second. */
const GERMAN = {
  ...SALE,
  event_id: "order-1001",
  supply_date: "2026-03-20",
  consumption_country: "DE",
  currency: "EUR",
  taxable_amount_minor: 10_000,
  vat_amount_minor: 1_900,
  vat_rate_bps: 1_900,
};

const SALES = [
  GERMAN,
  {
    ...SALE,
    event_id: "order-1002",
    supply_date: "2026-04-11",
    consumption_country: "PL",
    currency: "PLN",
    taxable_amount_minor: 50_000,
    vat_amount_minor: 11_500,
    vat_rate_bps: 2_300,
  },
  {
    ...SALE,
    event_id: "order-1003",
    supply_kind: "tbe_services",
    dispatch_country: undefined,
    establishment_country: "FR",
    supply_date: "2026-05-02",
    consumption_country: "NL",
    currency: "EUR",
    taxable_amount_minor: 2_000,
    vat_amount_minor: 420,
    vat_rate_bps: 2_100,
    location_evidence: [
      { kind: "billing_address", country: "NL" },
      { kind: "ip_address", country: "NL" },
    ],
  },
  {
    ...SALE,
    event_id: "order-1004",
    dispatch_country: undefined,
    supply_date: "2026-05-03",
    consumption_country: "FI",
    currency: "EUR",
    taxable_amount_minor: 4_000,
    vat_amount_minor: 1_020,
    vat_rate_bps: 2_550,
  },
];

const REFUND = {
  event_id: "refund-1001",
  event_type: "refund",
  original_event_id: "order-1001",
  supply_date: "2026-04-09",
  supply_kind: "goods",
  consumption_country: "DE",
  currency: "EUR",
  taxable_amount_minor: 10_000,
  vat_amount_minor: 1_900,
  vat_rate_bps: 1_900,
  rate_category: "standard",
};

const IMPORT = {
  event_id: "parcel-7",
  event_type: "sale",
  supply_date: "2026-05-20",
  supply_kind: "imported_goods",
  origin_country: "CN",
  consumption_country: "DK",
  currency: "EUR",
  taxable_amount_minor: 8_000,
  vat_amount_minor: 2_000,
  vat_rate_bps: 2_500,
  rate_category: "standard",
  consignment: { id: "parcel-7", intrinsic_value_minor: 8_000, currency: "EUR" },
};

/** Records sales, a refund and an import, and the operations on these events. */
export async function recordLedger(recorder: Recorder): Promise<void> {
  const headers = { "X-Source-ID": "shop-se" };
  await recorder.show("commitSupplyEvents", "Several events", { body: { events: SALES }, headers });
  await recorder.show("commitSupplyEvents", "One event, a refund", { body: REFUND });
  await recorder.prepare("commitSupplyEvents", {
    body: IMPORT,
    headers: { "X-Source-ID": "marketplace-asia" },
  });
  await recorder.refused("event_conflict", "commitSupplyEvents", {
    body: { ...GERMAN, vat_amount_minor: 1_901 },
  });
  await recorder.refused("invalid_request", "commitSupplyEvents", {
    body: { ...GERMAN, event_id: "order-1005", currency: "EURO", taxable_amount: 100 },
  });
  await recorder.show("getSupplyEvent", "A refund of an earlier quarter", {
    path: { event_id: "refund-1001" },
  });
  await recorder.show("listSupplyEvents", "Events that are not in the return, and why", {
    query: { period: "2026-Q2", warning: "needs_review_excluded" },
  });
  await recorder.show("classifySupplyEvent", "Excluded by hand", {
    path: { event_id: "order-1004" },
    body: { classification_status: "excluded", note: "a test order, see ticket 812" },
  });
  await recorder.show("listUnknownSources", "A tag without a profile", { query: { limit: "50" } });
  await recorder.show("commitSupplyEvents", "Trying out events of which one is in the way", {
    query: { on_error: "skip", dry_run: "true" },
    body: {
      events: [
        REFUND,
        { ...GERMAN, vat_amount_minor: 1_901 },
        { ...GERMAN, event_id: "order-1006", supply_date: "2026-05-04" },
      ],
    },
  });
}
