import type { QuarterReturn } from "./quarter-return.ts";

/** A frozen return, and if it excluded events that may still belong in it. */
export type Frozen = {
  readonly frozen: QuarterReturn;
  readonly hasOpenExclusions: boolean;
  /** True if another scheme without a registration has events in the quarter: which of them question a nil return is not known here. */
  readonly hasUnregistered: boolean;
};

/** Returns the response to a lock, as far as the model knows it. */
export function lockOf({ frozen, hasOpenExclusions, hasUnregistered }: Frozen) {
  const { total_source_event_count: total, included_source_event_count: included } = frozen;
  return {
    status: "locked",
    period_key: frozen.period_key,
    member_state_identification: frozen.member_state_identification,
    return_currency: frozen.return_currency,
    ...(total === 0 && hasUnregistered
      ? {}
      : { ...filingStatusOf(frozen, hasOpenExclusions), nil_return_eligible: total === 0 }),
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
function filingStatusOf(frozen: QuarterReturn, hasOpenExclusions: boolean) {
  if (frozen.total_source_event_count === 0) return { filing_status: "nil_return" };
  const isOf = hasOpenExclusions || frozen.included_source_event_count === 0;
  return isOf ? { filing_status: "review_required" } : {};
}
