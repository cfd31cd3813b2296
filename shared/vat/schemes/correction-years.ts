import { plusDays, plusYears } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";

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
