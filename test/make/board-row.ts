import type { CheckedRow } from "../../shared/accounts/people/board.ts";
import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { AccountId, PeriodKey } from "../../shared/core/ids.ts";

/** Makes a row of the board, as a check finds it: an open return of the Union scheme that is ready. */
export const makeBoardRow = (changes: Partial<CheckedRow> = {}): CheckedRow => ({
  account: "shop" as AccountId,
  scheme_type: "union_oss",
  period_key: "2026-Q3" as PeriodKey,
  registration_id: 1,
  member_state_identification: "SE",
  filing_due_date: "2026-10-31" as IsoDate,
  registration_number_masked: null,
  payment_reference: null,
  intermediary_name: null,
  intermediary_number_masked: null,
  data_complete: true,
  open_questions: 0,
  filing_status: "ready",
  state: "open",
  submitted_on: null,
  payment_status: null,
  payable_vat_minor: 100,
  return_currency: "EUR",
  correction_vat_minor: 0,
  outstanding_minor: null,
  prepared_at: null,
  prepared_by: null,
  locked_by: null,
  files_asked: 0,
  files_received: 0,
  ...changes,
});
