import type { IsoDate } from "../../core/calendar/dates.ts";
import { overlap } from "../../vat/seller/in-force.ts";
import type { Registration, SchemeType } from "../../vat/seller/registration.ts";
import type { ComputedReturn, Covered } from "../compute/compute.ts";
import { negativeRowCount } from "../compute/late-changes.ts";
import { questionFieldsOn } from "../compute/open-questions.ts";
import { filingStateOf, uncoveredDetail } from "../compute/status.ts";
import { assumptionIn } from "../compute/submission.ts";
import type { QuarterReadiness } from "./schema.ts";

/** Decides if the return of a quarter can be filed in its current state, and lists the points to resolve. */
export function quarterReadiness(
  computed: ComputedReturn,
  today: IsoDate,
  isLocked = false,
): QuarterReadiness {
  const { period } = computed;
  return {
    period_ended: period.lastDay < today,
    filing_due_date: period.filingDueDate,
    ...(computed.status === "covered" ? ofReturn(computed) : waiting(computed)),
    ...questionFieldsOn(computed, today),
    submission_assumption: isLocked ? null : assumptionIn(computed, today),
  };
}

function ofReturn(computed: Covered) {
  const { report } = computed;
  const { filing_status, filing_status_detail, nil_return_eligible } = filingStateOf(computed);
  return {
    status: filing_status,
    status_detail: filing_status_detail,
    nil_return_eligible,
    member_state_identification: report.member_state_identification,
    return_currency: report.return_currency,
    totals: report.totals,
    balances: report.balances,
    jurisdiction_count: report.balances.length,
    warnings: report.warnings,
    exchange_rates: report.exchange_rates,
    checks: computed.checks,
    negative_row_count: negativeRowCount(report.rows),
    corrections_below_zero: [...(computed.corrections_below_zero ?? [])],
    late_changes: report.late_changes,
    total_source_event_count: report.total_source_event_count,
    included_source_event_count: report.included_source_event_count,
    excluded_source_event_count: report.excluded_source_event_count,
  };
}

/** Returns the status of a period without a single registration. Without a return, no counts are given. */
const waiting = ({ status, scheme, period, ...computed }: Exclude<ComputedReturn, Covered>) => ({
  status,
  status_detail: uncoveredDetail(status, scheme, period),
  nil_return_eligible: false,
  member_state_identification: null,
  return_currency: null,
  totals: null,
  balances: [],
  jurisdiction_count: 0,
  warnings: [],
  exchange_rates: [],
  checks: computed.checks,
  negative_row_count: 0,
  corrections_below_zero: [],
  late_changes: [],
  total_source_event_count: computed.total_source_event_count,
  included_source_event_count: null,
  excluded_source_event_count: null,
});

/**
 * Returns the ids of registrations of a scheme that share days with an active one. No request can create such overlaps,
 * but rows from an external load may contain them. An ended or excluded duplicate is resolved.
 */
export function unresolvedOverlaps(
  registrations: readonly Registration[],
  scheme: SchemeType,
): number[] {
  const open = registrations.filter(
    (row) => row.scheme_type === scheme && (row.status === "active" || row.status === "pending"),
  );
  return open
    .filter((row) =>
      open.some(
        (other) =>
          other !== row &&
          overlap(row, other) &&
          (row.status === "active" || other.status === "active"),
      ),
    )
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}
