/** Why an event is in no return, whatever the scheme; each scheme says which apply to it, in order. */
export const WARNING_CODES = [
  "registration_missing_excluded",
  "registration_overlap_excluded",
  "energy_not_yet_in_scheme_excluded",
  "needs_review_excluded",
  "classification_excluded",
  "unsupported_rate_category_excluded",
  "unsupported_supply_kind_excluded",
  "excise_goods_excluded",
  "consignment_value_exceeded_excluded",
  "consignment_value_unverified_excluded",
  "missing_origin_excluded",
  "correction_reference_missing_excluded",
  "correction_reference_invalid_excluded",
  "correction_opening_missing_excluded",
  "outside_registration_window_excluded",
  "correction_to_former_state_excluded",
  "missing_exchange_rate_excluded",
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];
