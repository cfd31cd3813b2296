import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { ComputedReturn, Covered } from "../compute/compute.ts";
import { negativeRowCount } from "../compute/over-corrections.ts";
import { countsIn, readinessOf, uncoveredDetail } from "../compute/status.ts";
import type { DrawnPeriod } from "../locks/load-shown-return.ts";
import { lockBeside } from "../locks/shown-return.ts";
import type { ReturnRow } from "../schema.ts";
import type { ImportMonth, ImportRow } from "./schema.ts";

/** Returns the view of a monthly return in the workspaces, with its status, its gaps and its lock beside. */
export function monthReturn({ drawn, compared }: DrawnPeriod, today: IsoDate): ImportMonth {
  const { period, warnings, checks } = drawn;
  return {
    period_key: period.key,
    ...statusOf(drawn, today),
    ...registrationOf(drawn),
    period_ended: period.lastDay < today,
    filing_due_date: period.filingDueDate,
    ...(drawn.status === "covered" ? declared(drawn) : NO_RETURN),
    warnings,
    total_source_event_count: drawn.total_source_event_count,
    included_source_event_count: drawn.included_source_event_count,
    excluded_source_event_count: drawn.excluded_source_event_count,
    checks,
    ...lockBeside(compared),
  };
}

type MonthStatus = Pick<ImportMonth, "status" | "status_detail">;

/**
 * Returns the status of a month. A month without source events is a candidate for a nil return at any time (a nil
 * return is due as well, Art. 369s VAT Directive); `period_ended` says if it can be filed.
 */
function statusOf(drawn: ComputedReturn, today: IsoDate): MonthStatus {
  const { scheme, period } = drawn;
  if (drawn.status !== "covered") {
    const detail = uncoveredDetail(drawn.status, scheme, period);
    const missing = drawn.status === "registration_required";
    return { status: missing ? "not_registered" : drawn.status, status_detail: detail };
  }
  const { status, detail } = readinessOf(drawn);
  if (status === "nil_return") return { status: "nil_return_candidate", status_detail: detail };
  if (period.lastDay >= today) {
    return { status: "open", status_detail: `${countsIn(drawn)}; ${period.key} is not over.` };
  }
  return { status, status_detail: detail };
}

function registrationOf(drawn: ComputedReturn) {
  if (drawn.status !== "covered") return NO_REGISTRATION;
  const { registration, period } = drawn;
  return {
    registration_id: registration.id,
    member_state_identification: registration.member_state_identification,
    ...coveredDays(registration, period),
  };
}

const NO_REGISTRATION = {
  registration_id: null,
  member_state_identification: null,
  covered_from: null,
  covered_to: null,
};

const coveredDays = (
  { effective_from, effective_to }: Registration,
  { firstDay, lastDay }: Period,
) => ({
  covered_from: effective_from > firstDay ? effective_from : firstDay,
  covered_to: effective_to !== undefined && effective_to < lastDay ? effective_to : lastDay,
});

const declared = ({ report, corrections_below_zero = [] }: Covered) => ({
  return_currency: report.return_currency,
  totals: report.totals,
  rows: report.rows.map(monthRow),
  corrections: report.corrections,
  balances: report.balances,
  exchange_rates: report.exchange_rates,
  late_changes: report.late_changes,
  negative_row_count: negativeRowCount(report.rows),
  corrections_below_zero: [...corrections_below_zero],
});

export const monthRow = ({
  section,
  supply_kind,
  from_member_state,
  ...row
}: ReturnRow): ImportRow => row;

const NO_RETURN = {
  return_currency: null,
  totals: null,
  rows: [],
  corrections: [],
  balances: [],
  exchange_rates: [],
  late_changes: [],
  negative_row_count: 0,
  corrections_below_zero: [],
};
