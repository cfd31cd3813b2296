import type { SupplyEvent } from "./supply-event.ts";

/** The kind of supply whose sales travel in consignments that have a value. */
export const CONSIGNED_KIND = "imported_goods" as const;

/** True if sales of a kind state the value of their consignment. */
export const hasConsignment = (supply_kind: string): supply_kind is typeof CONSIGNED_KIND =>
  supply_kind === CONSIGNED_KIND;

/** The maximum intrinsic value of a consignment, EUR 150 (Art. 369l VAT Directive), in minor units. */
export const CONSIGNMENT_LIMIT_EUR_MINOR = 15_000;

/**
 * Returns the intrinsic value in euro. The EUR 150 test uses customs rates (Art. 146 UCC-IA, Art. 369zc), not the
 * return's ECB rates. A value in another currency therefore counts only with a euro value that the caller has verified.
 */
export function eurValueOf(consignment: NonNullable<SupplyEvent["consignment"]>) {
  if (consignment.intrinsic_value_eur_minor !== undefined)
    return consignment.intrinsic_value_eur_minor;
  return consignment.currency === "EUR" ? consignment.intrinsic_value_minor : undefined;
}
