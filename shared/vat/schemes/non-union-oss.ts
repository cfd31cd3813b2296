import { exclusionBy, rateExclusionOf } from "./common-exclusions.ts";
import type { Scheme } from "./scheme.ts";
import { isImport } from "./supply-event.ts";

/**
 * The non-Union scheme (Art. 358a to 369 VAT Directive): services to consumers in the Union by a seller without any
 * establishment there. Its return has one section and no origin (Art. 365).
 */
export const NON_UNION_OSS: Scheme = {
  id: "non_union_oss",
  titles: { en: "non-Union scheme", de: "Nicht-EU-Regelung" },
  slug: "non-union-oss",
  partitionPrefix: "n",
  period_kind: "quarter",
  // An import always counts in the months of the import scheme, whatever its treatment.
  takes: (event) => !isImport(event) && event.treatment === "non_union_oss",
  originOf: () => ({ supply_kind: "services", from_country: "" }),
  exclusionOf: (event) => exclusionBy(event, rateExclusionOf),
  // Services taxed in the identification state are declared here too (Art. 358a, 365).
  exclusionUnder: () => undefined,
  sectionOf: () => ({ section: null, from_member_state: null }),
  warning_codes: [
    "registration_missing_excluded",
    "registration_overlap_excluded",
    "needs_review_excluded",
    "classification_excluded",
    "unsupported_rate_category_excluded",
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
  records_paragraph: 1,
  supply_noun: "supply",
  // Art. 366(2) VAT Directive.
  conversion_rule:
    "ECB reference rates of the last day of the quarter or, if none were published that day, of the " +
    "next day of publication; corrections at the rates of their original quarter.",
  // Art. 365 VAT Directive.
  scope_note:
    "Current rows: services of the quarter, with their changes in the same quarter netted. " +
    "Correction rows: changes of services declared for an earlier quarter. " +
    "A change without a declared original is excluded.",
};
