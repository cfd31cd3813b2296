import type { LedgerEvent } from "./supply-event.ts";
import type { WarningCode } from "./union-warnings.ts";

/**
 * The first rule that keeps an event out of the Union return, in the order the rules are published.
 * Missing exchange rates come last and are found when a report is drawn: rates arrive later.
 */
export function unionExclusionOf(event: LedgerEvent): WarningCode | undefined {
  if (event.classification_status === "needs_review") return "needs_review_excluded";
  if (event.classification_status !== "classified") return "classification_excluded";
  if (!hasReportableRate(event)) return "unsupported_rate_category_excluded";
  if (!isReportableKind(event)) return "unsupported_supply_kind_excluded";
  return referenceExclusionOf(event);
}

type ReferenceCode = Extract<WarningCode, `correction_reference_${string}`>;

/** A non-sale must repair a sale that was declared. */
export function referenceExclusionOf(event: LedgerEvent): ReferenceCode | undefined {
  const status = event.link?.status;
  if (status === "missing" || status === "waiting") return "correction_reference_missing_excluded";
  if (status === "invalid") return "correction_reference_invalid_excluded";
  return undefined;
}

/**
 * Returns have no line for a rate of zero (Art. 369g asks for the VAT due). A non-sale without a
 * rate of its own, such as one that takes VAT alone back, is judged by that of its sale.
 */
export const hasReportableRate = (event: LedgerEvent): boolean =>
  (event.rate_category === "standard" || event.rate_category === "reduced") &&
  (event.vat_rate_bps > 0 || event.event_type !== "sale");

/** New means of transport and goods assembled or installed are no distance sales (Art. 33, 36). */
const isReportableKind = (event: LedgerEvent): boolean =>
  event.supply_kind === "goods" ||
  event.supply_kind === "tbe_services" ||
  event.supply_kind === "other_services";
