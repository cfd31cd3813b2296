import type { SupplyEvent } from "../../vat/schemes/supply-event.ts";

/** A refund, cancellation or credit note is booked as a positive amount: its type gives the sign. */
export function signedAmounts(event: SupplyEvent): { taxable: number; vat: number } {
  const sign = event.event_type === "sale" || event.event_type === "adjustment" ? 1 : -1;
  return {
    taxable: sign * event.taxable_amount_minor,
    vat: sign * event.vat_amount_minor,
  };
}
