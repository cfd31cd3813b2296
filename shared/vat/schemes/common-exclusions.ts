import { plusDays, plusYears } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import type { LedgerEvent } from "./supply-event.ts";
import { WARNING_CODES, type WarningCode } from "./warnings.ts";

/*
 * Rules that every scheme has.
 */

/** Whether a person has still to decide, or the event or the sale it corrects is in no return. */
export function classificationExclusionOf(event: LedgerEvent): WarningCode | undefined {
  if (event.classification_status === "needs_review") return "needs_review_excluded";
  if (event.classification_status !== "classified") return "classification_excluded";
  const inherited = event.link?.status === "linked" ? event.link.excluded_as : undefined;
  return WARNING_CODES.find((code) => code === inherited);
}

/** A non-sale must repair a sale that was declared. */
export function referenceExclusionOf(event: LedgerEvent): WarningCode | undefined {
  const status = event.link?.status;
  if (status === "missing" || status === "waiting") return "correction_reference_missing_excluded";
  if (status === "invalid") return "correction_reference_invalid_excluded";
  return undefined;
}

/**
 * Returns have no line for a rate of zero (Art. 369g asks for the VAT due). A non-sale without a
 * rate of its own, such as one that takes VAT alone back, is judged by that of its sale, and by nothing
 * as long as that is not known.
 */
export function rateExclusionOf(event: LedgerEvent): WarningCode | undefined {
  const { rate_category = "standard", vat_rate_bps = 0 } = event;
  const taxed = rate_category === "standard" || rate_category === "reduced";
  const hasRate = vat_rate_bps > 0 || event.event_type !== "sale";
  return taxed && hasRate ? undefined : "unsupported_rate_category_excluded";
}

/**
 * Corrections are submitted within three years of the day on which the initial return was due
 * (Art. 61(2) CIR 282/2011).
 */
export const CORRECTION_YEARS = 3;

/**
 * Whether the return of `correcting` may still correct that of `original`: it can first be submitted on
 * the day after its period.
 */
export const isCorrectable = (original: Period, correcting: Period): boolean =>
  plusYears(original.filingDueDate, CORRECTION_YEARS) >= plusDays(correcting.lastDay, 1);
