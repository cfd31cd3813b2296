/** A sale of goods from Sweden to Germany, with what an event of the history changes. */
export const sale = (event_id: string, supply_date: string, more: object = {}) => ({
  event_id,
  event_type: "sale",
  supply_date,
  supply_kind: "goods",
  dispatch_country: "SE",
  consumption_country: "DE",
  currency: "EUR",
  taxable_amount_minor: 10_000,
  vat_amount_minor: 1_900,
  vat_rate_bps: 1_900,
  rate_category: "standard",
  source_id: "web",
  ...more,
});

/** The first commit of the history. */
export const EVENTS = [
  sale("s1", "2025-08-14"),
  sale("s2", "2025-08-15", {
    currency: "SEK",
    taxable_amount_minor: 99_900,
    vat_amount_minor: 18_981,
  }),
  sale("s3", "2025-11-03", {
    consumption_country: "FR",
    vat_rate_bps: 2_000,
    vat_amount_minor: 2_000,
  }),
  sale("s4", "2025-11-04", { customer_type: "b2b" }),
  sale("s5", "2025-11-05", { dispatch_country: undefined }),
  sale("s6", "2025-08-16", {
    dispatch_country: "PL",
    consumption_country: "SE",
    vat_rate_bps: 2_500,
    vat_amount_minor: 2_500,
  }),
  sale("s7", "2026-07-10"),
  {
    ...sale("r1", "2025-11-20"),
    event_type: "refund",
    original_event_id: "s1",
    taxable_amount_minor: 1_000,
    vat_amount_minor: 190,
  },
];
