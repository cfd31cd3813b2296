/** Exclusion codes shared by all schemes. Each scheme lists those it uses, in order of precedence. */
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

/** The statuses of an exclusion: the event belongs in no return, or it may still belong in one. */
export const EXCLUSION_STATUSES = ["rightful", "open"] as const;

/** The reason why a return excludes an event. An open exclusion keeps the return from being ready to file. */
export type Exclusion = {
  readonly code: WarningCode;
  readonly status: (typeof EXCLUSION_STATUSES)[number];
};

/** The codes of events that may still belong in a return, once a missing fact is known. */
const OPEN: ReadonlySet<WarningCode> = new Set([
  "registration_missing_excluded",
  "registration_overlap_excluded",
  "needs_review_excluded",
  "consignment_value_unverified_excluded",
  "missing_origin_excluded",
  "correction_reference_missing_excluded",
  "correction_reference_invalid_excluded",
  "correction_opening_missing_excluded",
  "missing_exchange_rate_excluded",
]);

/** Returns the exclusion of an event whose own facts lead to the code. */
export const exclusion = (code: WarningCode): Exclusion => ({
  code,
  status: OPEN.has(code) ? "open" : "rightful",
});

/** The text of each exclusion code, in an accountant's words. */
export const WARNING_WORDS: Readonly<Record<WarningCode, string>> = {
  registration_missing_excluded: "No registration of the scheme covers the period",
  registration_overlap_excluded: "More than one registration covers the period",
  energy_not_yet_in_scheme_excluded: "Energy of before the scheme took it in",
  needs_review_excluded: "A person has still to decide whether it belongs in the return",
  classification_excluded: "Belongs in no return of the scheme; declared elsewhere or nowhere",
  unsupported_rate_category_excluded: "Zero-rated or exempt: the return has no line for it",
  unsupported_supply_kind_excluded: "A kind of supply that the scheme does not take",
  excise_goods_excluded: "Excise goods are not declared in the import scheme (Art. 369l)",
  consignment_value_exceeded_excluded: "The consignment is worth more than EUR 150 (Art. 369l)",
  consignment_value_unverified_excluded: "The value of the consignment in euro is not certain",
  missing_origin_excluded: "Where the goods come from is not stated",
  correction_reference_missing_excluded: "The sale that it corrects has not arrived",
  correction_reference_invalid_excluded: "The sale that it names cannot be corrected by it",
  correction_opening_missing_excluded:
    "The period that it names was not recorded as filed elsewhere",
  outside_registration_window_excluded:
    "Of a day on which the registration was not in force (Art. 57d, 59 CIR 282/2011)",
  correction_to_former_state_excluded:
    "Declared in a former Member State of identification: its correction goes straight to the Member State of consumption (Art. 61a CIR 282/2011)",
  missing_exchange_rate_excluded: "No exchange rate is known of its currency",
};
