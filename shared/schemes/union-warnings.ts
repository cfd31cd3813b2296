/** Why an event is not in the Union return; the order is that in which the rules apply. */
export const WARNING_CODES = [
  "needs_review_excluded",
  "classification_excluded",
  "unsupported_rate_category_excluded",
  "unsupported_supply_kind_excluded",
  "correction_reference_missing_excluded",
  "correction_reference_invalid_excluded",
  "missing_exchange_rate_excluded",
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];
