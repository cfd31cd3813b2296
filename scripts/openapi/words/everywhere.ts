/** Descriptions of fields with one meaning in all schemas. */
export const EVERYWHERE_WORDS: Readonly<Record<string, string>> = {
  as_of: "UTC day that the figures are of",
  balance: "The amount due to the Member State: its rows and corrections together",
  balances:
    "The balance of each Member State of consumption; no balance is set off against another",
  checks: "Findings for a person to check; they do not exclude the event",
  corrections: "Corrections of periods that were declared before, by period and Member State",
  created_at: "Time of creation, in UTC",
  currency: "Currency, ISO 4217; amounts in the same object are in its minor units",
  description: "Description for people; must not contain anything that identifies a customer",
  "details.message": "Explanation of the fault and what to send instead, for people",
  disclaimer: "Basis of the figures, and their limits",
  display_name: "Name to show to people",
  event_count: "Number of events in the figures",
  exchange_rates: "The ECB rates that amounts were converted at; empty where none was needed",
  excluded_source_event_count: "Number of events left out; `warnings` says why",
  filing_due_date: "Last day to file the return and to pay",
  from_member_state:
    "Member State that goods are dispatched from, or where the fixed establishment is; null where that is the identification state, or the scheme has no such column",
  included_in_grand_total: "False for a balance below zero: it is not set off against others",
  included_source_event_count: "Number of events in the figures",
  items: "The rows of this page, in the order of the list",
  late_changes:
    "Changes of locked returns since their lock; `corrections` of the earliest open return contains them",
  member_state_identification:
    "The Member State that the return is filed in; EL for Greece, XI for Northern Ireland",
  member_state_of_consumption:
    "The Member State where the supply is taxed; EL for Greece, XI for Northern Ireland",
  message: "Explanation for people; its wording may change",
  metadata:
    "Metadata of your own: up to 20 pairs of texts, stored and returned. No personal data, because it cannot be erased",
  next_cursor: "The `cursor` of the next page; null on the last one",
  nil_return_eligible: "True if a nil return is due: no event belongs into the period",
  official_basis: "The rules that the report rests on",
  period_ended: "True if the last day of the period has passed",
  rate_category: "Standard or reduced rate, or one that makes no row of a return",
  report_kind: "Name of the kind of report",
  return_currency: "The currency that the return is filed in, ISO 4217",
  rows: "The lines of the return: one for each section, Member State, kind, origin and rate",
  scheme_type: "The special scheme of the return",
  section:
    "Section of the Union return: 2a services from the identification state, 2b goods from it, 2c services from fixed establishments elsewhere, 2d goods dispatched from elsewhere; null in schemes without sections",
  sections: "The sections of the Union return that have rows",
  sha256: "SHA-256 of its bytes, hexadecimal",
  size_bytes: "Size of the content in bytes",
  status_detail: "The status in words, with what to do about it",
  supply_kind: "The kind of supply",
  total_source_event_count: "Number of all events of the period, included and excluded ones",
  totals: "Sums over all Member States of consumption",
  updated_at: "Time of the last change, UTC",
  vat_rate_bps: "The VAT rate in basis points: 2100 is 21 %",
  warnings: "Reasons why events are left out, with their number",
};
