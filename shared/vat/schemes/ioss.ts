import { exclusionBy, rateExclusionOf } from "./common-exclusions.ts";
import { CONSIGNMENT_LIMIT_EUR_MINOR, eurValueOf } from "./consignment-value.ts";
import type { Scheme } from "./scheme.ts";
import { isImport, isSale, type LedgerEvent } from "./supply-event.ts";
import type { WarningCode } from "./warnings.ts";

/** The import scheme (Art. 369l to 369x VAT Directive). Its returns have no Member State of dispatch. */
export const IOSS: Scheme = {
  id: "ioss",
  titles: { en: "import scheme", de: "Einfuhrregelung" },
  slug: "ioss",
  partitionPrefix: "i",
  period_kind: "month",
  takes: isImport,
  originOf: () => ({ supply_kind: "goods", from_country: "" }),
  // Consignment rules apply to sales only, because a correction follows its sale.
  exclusionOf: (event) =>
    exclusionBy(event, rateExclusionOf, ...(isSale(event) ? [consignmentExclusionOf] : [])),
  exclusionUnder: () => undefined,
  sectionOf: () => ({ section: null, from_member_state: null }),
  warning_codes: [
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
    "correction_opening_missing_excluded",
    "outside_registration_window_excluded",
    "correction_after_three_years_excluded",
    "correction_to_former_state_excluded",
    "missing_exchange_rate_excluded",
  ],
  found_by_returns: new Set([
    "correction_reference_missing_excluded",
    "registration_missing_excluded",
    "registration_overlap_excluded",
    "correction_opening_missing_excluded",
    "outside_registration_window_excluded",
    "correction_after_three_years_excluded",
    "correction_to_former_state_excluded",
    "missing_exchange_rate_excluded",
  ]),
  has_relief: false,
  records_paragraph: 2,
  supply_noun: "import",
  // Art. 369v VAT Directive.
  conversion_rule:
    "ECB reference rates of the last day of the month or, if none were published that day, of the " +
    "next day of publication; corrections at the rates of their original month.",
  // Art. 369t VAT Directive.
  scope_note:
    "Current rows: imports of the month, with their changes in the same month netted. " +
    "Correction rows: changes of imports declared for an earlier month. " +
    "A change without a declared original is excluded.",
};

function consignmentExclusionOf(event: LedgerEvent): WarningCode | undefined {
  const { consignment, origin_country, consignment_exceeded } = event;
  const value = consignment && eurValueOf(consignment);
  if (consignment?.excise_goods) return "excise_goods_excluded";
  if (consignment_exceeded || (value !== undefined && value > CONSIGNMENT_LIMIT_EUR_MINOR)) {
    return "consignment_value_exceeded_excluded";
  }
  if (value === undefined) return "consignment_value_unverified_excluded";
  if (origin_country === undefined) return "missing_origin_excluded";
  return undefined;
}
