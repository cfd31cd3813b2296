import { plusDays, plusYears } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import type { LedgerEvent } from "./supply-event.ts";
import { WARNING_CODES, type WarningCode } from "./warnings.ts";

/* Rules that all schemes have in common. */

/** Returns the exclusion of an event that is in review or excluded, or whose sale is excluded. */
export function classificationExclusionOf(event: LedgerEvent): WarningCode | undefined {
  if (event.classification_status === "needs_review") return "needs_review_excluded";
  if (event.classification_status !== "classified") return "classification_excluded";
  const inherited = event.link?.status === "linked" ? event.link.excluded_as : undefined;
  return WARNING_CODES.find((code) => code === inherited);
}

/** Returns the exclusion of a non-sale without a valid sale: a non-sale must correct a declared sale. */
export function referenceExclusionOf(event: LedgerEvent): WarningCode | undefined {
  const status = event.link?.status;
  if (status === "missing" || status === "waiting") return "correction_reference_missing_excluded";
  if (status === "invalid") return "correction_reference_invalid_excluded";
  return undefined;
}

/**
 * Returns the exclusion of an event by its rate. Returns have no row for a zero rate (Art. 369g requires the VAT due).
 * A non-sale without a rate, such as one that corrects only VAT, is checked with the rate of its sale, and not at all
 * while that rate is unknown.
 */
export function rateExclusionOf(event: LedgerEvent): WarningCode | undefined {
  const { rate_category = "standard", vat_rate_bps = 0 } = event;
  const taxed = rate_category === "standard" || rate_category === "reduced";
  const hasRate = vat_rate_bps > 0 || event.event_type !== "sale";
  return taxed && hasRate ? undefined : "unsupported_rate_category_excluded";
}

/** Maximum age of a correction: three years from the due date of the initial return (Art. 61(2) CIR 282/2011). */
export const CORRECTION_YEARS = 3;

/**
 * True if the return of `correcting` may still correct that of `original`. A return can first be submitted on the day
 * after its period.
 */
export const isCorrectable = (original: Period, correcting: Period): boolean =>
  plusYears(original.filingDueDate, CORRECTION_YEARS) >= plusDays(correcting.lastDay, 1);
