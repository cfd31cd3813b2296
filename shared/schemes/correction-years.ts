/**
 * Corrections are submitted within three years of the day on which the initial return was due
 * (Art. 61(2) CIR 282/2011).
 */
export const CORRECTION_YEARS = 3;
