/** From this day on the VAT rates are complete; classes begin here even where their law is older. */
export const RATES_COMPLETE_FROM = "2021-07-01";

/** Nothing newer was seen when the VAT rates were gathered: a later change of law is not in them. */
export const RATES_SEEN_TO = "2026-09-23";
