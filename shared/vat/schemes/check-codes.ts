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
  before_scheme: "blocking",
  rate_not_in_force: "warning",
  vat_differs_from_rate: "warning",
  location_evidence_missing: "warning",
  price_far_above_intrinsic_value: "warning",
  deemed_supplier_differs_from_source: "warning",
  location_evidence_differs: "info",
} as const satisfies Readonly<Record<string, Severity>>;

export const SEVERITIES = ["blocking", "warning", "info"] as const;
type Severity = (typeof SEVERITIES)[number];

export type CheckCode = keyof typeof CHECKS;

export const CHECK_CODES = Object.keys(CHECKS) as [CheckCode, ...CheckCode[]];

/** The checks that compare a non-sale with its sale. */
export const LINK_CHECK_CODES = [
  "currency_differs_from_sale",
  "refund_above_sale",
  "vat_differs_from_rate",
] as const;
export type LinkCheckCode = (typeof LINK_CHECK_CODES)[number];

/** The result of a check of an event. A check excludes nothing. */
export type Check = {
  readonly code: CheckCode;
  readonly severity: Severity;
  readonly message: string;
};

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
  before_scheme: "Supplied before the scheme existed, on 2021-07-01",
  price_far_above_intrinsic_value:
    "The price is far above the intrinsic value that the consignment was given",
  rate_not_in_force: "The rate was not in force in the Member State on that day",
  vat_differs_from_rate: "The booked VAT is not the taxable amount times the rate",
  location_evidence_missing: "No evidence of where the customer is (Art. 24b CIR 282/2011)",
  deemed_supplier_differs_from_source: "Who declares the sale differs from its source's profile",
  location_evidence_differs: "One piece of evidence of where the customer is differs",
};
