import type { CheckCode } from "./check-codes.ts";

/** Each check as an accountant would say it. */
export const CHECK_WORDS: Readonly<Record<CheckCode, string>> = {
  rate_given_in_percent: "The rate looks like per cent where basis points are meant",
  rate_category_mismatch: "The rate is none that the Member State has under this category",
  vat_on_zero_category: "VAT was charged on what is zero-rated or exempt",
  vat_on_b2b_sale: "VAT was charged on a sale to a business, which accounts for it itself",
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
