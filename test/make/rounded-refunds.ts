import { makeRefund, makeSale, type SentEvent } from "./supply-event.ts";

const on = (supply_date: string) => ({ supply_date: supply_date as never });

/** W19: VAT of PLN 100.00 at 4.184 is EUR 23.90, and its refunds of three quarters are EUR 7.97 each. */
export const W19: readonly SentEvent[] = [
  makeSale({
    event_id: "sale-pl",
    ...on("2025-01-15"),
    consumption_country: "PL",
    currency: "PLN",
    vat_rate_bps: 2_300,
    taxable_amount_minor: 43_478,
    vat_amount_minor: 10_000,
  }),
  ...[
    ["2025-04-15", 14_491, 3_333],
    ["2025-07-15", 14_491, 3_333],
    ["2025-10-15", 14_496, 3_334],
  ].map(([day, taxable_amount_minor, vat_amount_minor], n) => {
    const {
      customer_type: _,
      consumption_country: __,
      vat_rate_bps: ___,
      ...refund
    } = makeRefund();
    return {
      ...refund,
      event_id: `refund-${n}`,
      original_event_id: "sale-pl",
      ...on(day as string),
      currency: "PLN",
      rate_category: undefined,
      taxable_amount_minor,
      vat_amount_minor,
    } as SentEvent;
  }),
];

/** A sale of 2025-Q3 and its refunds in thirds, which take back a cent of VAT more. */
export const THIRDS: readonly SentEvent[] = [
  makeSale(),
  ...[634, 633, 634].map((vat_amount_minor, n) =>
    makeRefund({
      event_id: `refund-${n}`,
      taxable_amount_minor: n === 2 ? 3_334 : 3_333,
      vat_amount_minor,
    }),
  ),
];
