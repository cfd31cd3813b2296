import type { Recorder } from "./recorder.ts";

const PATH = { scheme: "union-oss", period: "2025-Q4" };

const OPENING = {
  currency: "EUR",
  filed_at: "2026-01-22",
  filing_reference: "SE-OSS-2025-Q4-000312",
  rows: [
    {
      section: "2b",
      member_state_of_consumption: "DE",
      supply_kind: "goods",
      from_member_state: null,
      rate_category: "standard",
      vat_rate_bps: 1_900,
      taxable_amount_minor: 820_000,
      vat_amount_minor: 155_800,
    },
    {
      member_state_of_consumption: "FR",
      supply_kind: "goods",
      from_member_state: "DE",
      rate_category: "reduced",
      vat_rate_bps: 550,
      taxable_amount_minor: 41_000,
      vat_amount_minor: 2_255,
    },
  ],
  corrections: [
    { original_period: "2025-Q3", member_state_of_consumption: "DE", vat_amount_minor: -1_900 },
  ],
};

const TOTALS = {
  currency: "EUR",
  filed_at: "2025-10-21",
  member_states: [
    {
      member_state_of_consumption: "DE",
      taxable_amount_minor: 640_000,
      vat_amount_minor: 121_600,
    },
  ],
};

const REFUND = {
  event_id: "refund-of-2025",
  event_type: "refund",
  original_period: "2025-Q4",
  supply_date: "2026-02-03",
  supply_kind: "goods",
  consumption_country: "DE",
  currency: "EUR",
  taxable_amount_minor: 5_000,
  vat_amount_minor: 950,
  vat_rate_bps: 1_900,
  rate_category: "standard",
};

/** Records returns that were filed before the account was created, and a refund of one of their sales. */
export async function recordOpenings(recorder: Recorder, key: string): Promise<void> {
  await recorder.show("recordOpening", "A return, row by row", { key, path: PATH, body: OPENING });
  await recorder.show("recordOpening", "Totals alone", {
    key,
    path: { ...PATH, period: "2025-Q3" },
    body: TOTALS,
  });
  await recorder.show("getOpening", "As it was recorded", { key, path: PATH });
  await recorder.show("commitSupplyEvents", "A refund of a sale that was declared elsewhere", {
    key,
    body: REFUND,
  });
  await recorder.refused("opening_conflict", "recordOpening", {
    key,
    path: PATH,
    body: { ...OPENING, filed_at: "2026-01-23" },
  });
  await recorder.refused("period_filed_elsewhere", "lockPeriod", {
    key,
    query: { period: PATH.period },
  });
  await recorder.show("withdrawOpening", "Of the wrong quarter", { key, path: PATH });
  await recorder.refused("opening_closed", "recordOpening", {
    key,
    path: { ...PATH, period: "2026-Q1" },
    body: { currency: "EUR", filed_at: "2026-04-20", rows: [] },
  });
}
