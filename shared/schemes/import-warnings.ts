/**
 * Why imported goods are not in the return of the import scheme; the order is that in which the
 * rules apply. The first two and the last two depend on registrations and rates, which may both come
 * later than events, and are found when a month is drawn.
 */
export const IMPORT_WARNING_CODES = [
  "registration_missing_excluded",
  "registration_overlap_excluded",
  "needs_review_excluded",
  "classification_excluded",
  "unsupported_rate_category_excluded",
  "excise_goods_excluded",
  "consignment_value_exceeded_excluded",
  "consignment_value_unverified_excluded",
  "missing_origin_excluded",
  "correction_reference_missing_excluded",
  "correction_reference_invalid_excluded",
  "outside_registration_window_excluded",
  "missing_exchange_rate_excluded",
] as const;

export type ImportWarningCode = (typeof IMPORT_WARNING_CODES)[number];
