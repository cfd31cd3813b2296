import type { DueReturn } from "../../client/src/eu-vat-client.ts";
import { periodNamed } from "../../shared/core/calendar/dates.ts";

/** A return as the overview lists it: open, ready, and with nothing that waits. */
export const standing = (period_key: string, changes: Partial<DueReturn> = {}): DueReturn => ({
  scheme_type: period_key.includes("Q") ? "union_oss" : "ioss",
  period_key,
  registration_id: 1,
  member_state_identification: "SE",
  filing_due_date: periodNamed(period_key)?.filingDueDate ?? "",
  state: "open",
  overdue: false,
  submitted_on: null,
  submission_assumption: null,
  filing_status: "ready",
  return_currency: "EUR",
  payable_vat_minor: 100,
  payable_vat_since_lock_minor: null,
  waiting_event_count: 0,
  open_question_count: 0,
  open_questions: [],
  checks: [],
  missing_rates: [],
  payment_status: null,
  outstanding_minor: null,
  exclusion_warning: false,
  ...changes,
});
