import { type Period, periodNamed, plusDays, plusYears } from "../../core/calendar/dates.ts";
import type { PeriodKey } from "../../core/ids.ts";
import { isSale, type LedgerEvent } from "./supply-event.ts";
import { type Exclusion, exclusion, WARNING_CODES, type WarningCode } from "./warnings.ts";

/* Rules that all schemes have in common. */

/** A rule of a scheme that may exclude an event by its own facts. */
type ExclusionRule = (event: LedgerEvent) => WarningCode | undefined;

/**
 * Returns the first exclusion of an event: by its own classification, as a non-sale by its sale, and by the rules of the
 * scheme.
 */
export function exclusionBy(event: LedgerEvent, ...rules: ExclusionRule[]): Exclusion | undefined {
  const classification = classificationExclusionOf(event);
  if (classification) return exclusion(classification);
  const reference = isSale(event) ? undefined : referenceExclusionOf(event);
  if (reference) return reference;
  for (const rule of rules) {
    const code = rule(event);
    if (code) return exclusion(code);
  }
  return undefined;
}

function classificationExclusionOf(event: LedgerEvent): WarningCode | undefined {
  if (event.classification_status === "needs_review") return "needs_review_excluded";
  return event.classification_status === "classified" ? undefined : "classification_excluded";
}

/**
 * Returns the exclusion of a non-sale without a valid sale: a non-sale must correct a declared sale. The correction of
 * an excluded sale is open as long as the sale itself may still belong in a return.
 */
function referenceExclusionOf({ link }: LedgerEvent): Exclusion | undefined {
  if (link?.status === "missing" || link?.status === "waiting") {
    return exclusion("correction_reference_missing_excluded");
  }
  if (link?.status === "invalid") return exclusion("correction_reference_invalid_excluded");
  const ofSale = link?.status === "linked" ? link.excluded_as : undefined;
  const code = WARNING_CODES.find((warning) => warning === ofSale);
  return code === undefined
    ? undefined
    : { ...exclusion(code), code: "correction_reference_invalid_excluded" };
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

type Correction = { readonly original_period: PeriodKey };

/** True for a correction of a period that a return of `correcting` may still correct. */
export const isInTime = ({ original_period }: Correction, correcting: Period): boolean =>
  isCorrectable(periodNamed(original_period) as Period, correcting);
