import type { QuarterReturn } from "./quarter-return.ts";

/** What the answer to a lock says of the frozen return, as far as the model knows it. */
export function lockOf(frozen: QuarterReturn) {
  const { total_source_event_count: total, included_source_event_count: included } = frozen;
  return {
    status: "locked",
    period_key: frozen.period_key,
    member_state_identification: frozen.member_state_identification,
    return_currency: frozen.return_currency,
    ...filingStatusOf(frozen),
    nil_return_eligible: total === 0,
    total_source_event_count: total,
    included_source_event_count: included,
    excluded_source_event_count: frozen.excluded_source_event_count,
    warning_count: frozen.warnings.reduce((sum, { count }) => sum + count, 0),
    jurisdiction_count: frozen.balances.length,
    export_count: 6,
    totals: frozen.totals,
  };
}

/** As far as what is left out decides it: the model knows no checks, and not what corrections leave of a declaration. */
function filingStatusOf(frozen: QuarterReturn) {
  if (frozen.total_source_event_count === 0) return { filing_status: "nil_return" };
  const isOf = isOpen(frozen) || frozen.included_source_event_count === 0;
  return isOf ? { filing_status: "review_required" } : {};
}

/** Whether somebody could still put something right. */
const isOpen = ({ warnings }: QuarterReturn): boolean =>
  warnings.some(({ code }) => /needs_review|correction_reference|exchange_rate/.test(code));
