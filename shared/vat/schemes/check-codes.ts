/**
 * What can be found about an event without excluding it, and how grave it is. `blocking`: the return
 * should not be filed before somebody has looked at it. `warning`: worth a look. `info`: kept on record.
 */
const CHECKS = {
  rate_given_in_percent: "blocking",
  rate_category_mismatch: "blocking",
  vat_on_zero_category: "blocking",
  vat_on_b2b_sale: "blocking",
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

/** Those that the sale of a non-sale shows. */
export const LINK_CHECK_CODES = [
  "currency_differs_from_sale",
  "refund_above_sale",
  "vat_differs_from_rate",
] as const;
export type LinkCheckCode = (typeof LINK_CHECK_CODES)[number];

/** A finding about an event that excludes nothing. */
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
