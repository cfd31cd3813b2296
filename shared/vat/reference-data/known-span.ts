/** First day with complete VAT rates. Classes begin here even where their law is older. */
export const RATES_COMPLETE_FROM = "2021-07-01";

/** Day on which the VAT rates were gathered. Later changes of law are not included. */
export const RATES_SEEN_TO = "2026-09-23";
