import type { SupplyEvent } from "./supply-event.ts";

/** Art. 369l VAT Directive: the intrinsic value of a consignment does not exceed EUR 150. */
export const CONSIGNMENT_LIMIT_EUR_MINOR = 15_000;

/**
 * The EUR 150 test uses customs rates (Art. 146 UCC-IA, Art. 369zc), not the return's ECB rates, so
 * a value in another currency counts only with the euro value that the caller has verified.
 */
export function eurValueOf(consignment: NonNullable<SupplyEvent["consignment"]>) {
  if (consignment.intrinsic_value_eur_minor !== undefined)
    return consignment.intrinsic_value_eur_minor;
  return consignment.currency === "EUR" ? consignment.intrinsic_value_minor : undefined;
}
