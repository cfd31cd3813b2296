import type { ImportWarningCode } from "./import-warnings.ts";
import { isSale, type LedgerEvent } from "./supply-event.ts";
import { hasReportableRate, referenceExclusionOf } from "./union-exclusions.ts";

/** Art. 369l VAT Directive: the intrinsic value of a consignment does not exceed EUR 150. */
export const CONSIGNMENT_LIMIT_EUR_MINOR = 15_000;

/**
 * The first rule that keeps imported goods out of the import scheme, as far as it lies in the event.
 * Rules on the registration are applied when a month is drawn. A correction follows its sale.
 */
export function importExclusionOf(event: LedgerEvent): ImportWarningCode | undefined {
  if (event.classification_status === "needs_review") return "needs_review_excluded";
  if (event.classification_status !== "classified") return "classification_excluded";
  if (!hasReportableRate(event)) return "unsupported_rate_category_excluded";
  return isSale(event) ? consignmentExclusionOf(event) : referenceExclusionOf(event);
}

export function consignmentExclusionOf(event: LedgerEvent): ImportWarningCode | undefined {
  const { consignment, origin_country } = event;
  const value = consignment && verifiedEurValue(consignment);
  if (consignment?.excise_goods) return "excise_goods_excluded";
  if (value !== undefined && value > CONSIGNMENT_LIMIT_EUR_MINOR) {
    return "consignment_value_exceeded_excluded";
  }
  if (value === undefined) return "consignment_value_unverified_excluded";
  if (origin_country === undefined) return "missing_origin_excluded";
  return undefined;
}

/**
 * The EUR 150 test uses customs rates (Art. 146 UCC-IA, Art. 369zc), not the return's ECB rates, so
 * a value in another currency counts only with the euro value that the caller has verified.
 */
function verifiedEurValue(
  consignment: NonNullable<LedgerEvent["consignment"]>,
): number | undefined {
  if (consignment.intrinsic_value_eur_minor !== undefined)
    return consignment.intrinsic_value_eur_minor;
  return consignment.currency === "EUR" ? consignment.intrinsic_value_minor : undefined;
}
