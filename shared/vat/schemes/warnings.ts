/**
 * The checks, which exclude nothing, with their severity. `blocking`: do not file the return before a person has
 * reviewed the event. `warning`: worth a review. `info`: recorded only.
 */
const CHECKS = {
  rate_given_in_percent: "blocking",
  rate_category_mismatch: "blocking",
  vat_on_zero_category: "blocking",
  vat_on_b2b_sale: "blocking",
  vat_on_untaxed_sale: "blocking",
  currency_differs_from_sale: "blocking",
  refund_above_sale: "blocking",
  refund_vat_differs_from_sale: "blocking",
  before_scheme: "blocking",
  rate_not_in_force: "warning",
  rate_of_other_form: "warning",
  vat_differs_from_rate: "warning",
  refund_before_sale: "warning",
  currency_replaced_by_euro: "warning",
  location_evidence_missing: "warning",
  price_far_above_intrinsic_value: "warning",
  deemed_supplier_differs_from_source: "warning",
  location_evidence_differs: "info",
  location_evidence_single: "info",
} as const satisfies Readonly<Record<string, Severity>>;

export const SEVERITIES = ["blocking", "warning", "info"] as const;
type Severity = (typeof SEVERITIES)[number];

export type CheckCode = keyof typeof CHECKS;

export const CHECK_CODES = Object.keys(CHECKS) as [CheckCode, ...CheckCode[]];

export const LINK_CHECK_CODES = [
  "currency_differs_from_sale",
  "refund_above_sale",
  "refund_vat_differs_from_sale",
  "refund_before_sale",
  "vat_differs_from_rate",
] as const;
export type LinkCheckCode = (typeof LINK_CHECK_CODES)[number];

/** The result of a check of an event. A check excludes nothing. */
export type Check = {
  readonly code: CheckCode;
  readonly severity: Severity;
  readonly message: string;
};

/** The warnings that a rate or an amount of VAT is wrong. No return should be filed before a person has seen them. */
const TAX_WARNINGS: ReadonlySet<string> = new Set<CheckCode>([
  "rate_not_in_force",
  "rate_of_other_form",
  "vat_differs_from_rate",
]);

export const isTaxWarning = ({ code }: { readonly code: string }): boolean =>
  TAX_WARNINGS.has(code);

export const severityOf = (code: CheckCode): Severity => CHECKS[code];

export const checkOf = (code: CheckCode, message: string): Check => ({
  code,
  severity: severityOf(code),
  message,
});

/** The text of each check, in an accountant's words. */
export const CHECK_WORDS: Readonly<Record<CheckCode, string>> = {
  rate_given_in_percent: "The rate looks like per cent where basis points are meant",
  rate_category_mismatch: "The rate is none that the Member State has under this category",
  vat_on_zero_category: "VAT was charged on what is zero-rated or exempt",
  vat_on_b2b_sale: "VAT was charged on a sale to a business, which accounts for it itself",
  vat_on_untaxed_sale:
    "VAT was charged on an export, on a sale outside the scope of VAT, or on one taxed in a country outside the Union",
  currency_differs_from_sale: "A refund is in another currency than its sale",
  refund_above_sale: "More was refunded than sold",
  refund_vat_differs_from_sale: "A refund takes back another part of the VAT than of the sale",
  before_scheme: "Supplied before the scheme existed, on 2021-07-01",
  price_far_above_intrinsic_value:
    "The price is far above the intrinsic value that the consignment was given",
  rate_not_in_force: "The rate was not in force in the Member State on that day",
  rate_of_other_form:
    "The tax class has the rate for physical supplies alone, or for electronic ones alone, and the event is of the other form",
  vat_differs_from_rate: "The booked VAT is not the taxable amount times the rate",
  refund_before_sale: "A refund is dated before its sale",
  currency_replaced_by_euro: "The euro had replaced the currency on the day of the sale",
  location_evidence_missing: "Too little evidence of where the customer is (Art. 24b CIR 282/2011)",
  deemed_supplier_differs_from_source: "Who declares the sale differs from its source's profile",
  location_evidence_differs: "One piece of evidence of where the customer is differs",
  location_evidence_single:
    "One item of evidence of where the customer is: enough up to EUR 100,000 a year (Art. 24b CIR 282/2011)",
};

/** Exclusion codes shared by all schemes. Each scheme lists those it uses, in order of precedence. */
export const WARNING_CODES = [
  "registration_missing_excluded",
  "registration_overlap_excluded",
  "energy_not_yet_in_scheme_excluded",
  "needs_review_excluded",
  "classification_excluded",
  "taxed_at_home_under_scheme_excluded",
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
  "correction_after_three_years_excluded",
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
  "taxed_at_home_under_scheme_excluded",
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

/** The exclusion of a sale that is taxed at origin under the relief: a registration for its day ends that (Art. 59c(3)). */
export const TAXED_AT_HOME = exclusion("taxed_at_home_under_scheme_excluded");

/** The exclusion of a correction that only the return makes: it knows that the sale was declared. */
export const AFTER_THREE_YEARS = exclusion("correction_after_three_years_excluded");

/** Returns the exclusion of an event on a day without a registration, where a sale taxed at home belongs in no return. */
export const outsideScheme = ({ code, status }: Exclusion): Exclusion =>
  code === TAXED_AT_HOME.code ? exclusion("classification_excluded") : { code, status };

/** The text of each exclusion code, in an accountant's words. */
export const WARNING_WORDS: Readonly<Record<WarningCode, string>> = {
  registration_missing_excluded: "No registration of the scheme covers the period",
  registration_overlap_excluded: "More than one registration covers the period",
  energy_not_yet_in_scheme_excluded: "Energy supplied before the scheme covered it",
  needs_review_excluded: "A person has still to decide whether it belongs in the return",
  classification_excluded: "Belongs in no return of the scheme; declared elsewhere or nowhere",
  taxed_at_home_under_scheme_excluded:
    "Taxed in the seller's Member State, although a registration covers its day: VAT is due in the Member State of consumption (Art. 59c(3))",
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
  correction_after_three_years_excluded:
    "Changed more than three years after the return of its sale was due: declare it directly to the Member State of consumption (Art. 61(2) CIR 282/2011)",
  correction_to_former_state_excluded:
    "Declared in a former Member State of identification: its correction goes straight to the Member State of consumption (Art. 61a CIR 282/2011)",
  missing_exchange_rate_excluded: "No exchange rate is known of its currency",
};
