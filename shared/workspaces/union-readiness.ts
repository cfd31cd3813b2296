import type { IsoDate } from "../calendar/iso-date.ts";
import type { Quarter } from "../calendar/quarter.ts";
import { jsonInteger } from "../money/json-integer.ts";
import { filingStateOf } from "../returns/filing-state.ts";
import { type UnionPreview, unionPreview } from "../returns/preview.ts";
import { checkCounts } from "../tallies/check-counts.ts";
import type { Tally } from "../tallies/tally.ts";
import { belowZero } from "./below-zero.ts";
import type { UnionReadiness } from "./filing-prep-schema.ts";
import type { UnionPart } from "./union-part.ts";

/** Whether the Union return of a quarter can be filed as it stands, and what to look at before. */
export function unionReadiness(
  part: UnionPart,
  quarter: Quarter,
  today: IsoDate,
  earlier: readonly UnionPreview[],
): UnionReadiness {
  const due = {
    period_ended: quarter.lastDay < today,
    filing_due_date: quarter.filingDueDate,
  };
  return part.status === "drawn"
    ? { ...due, ...drawn(unionPreview(part.report), part.report.tallies, earlier) }
    : { ...due, ...waiting(part, quarter) };
}

function drawn(preview: UnionPreview, tallies: readonly Tally[], earlier: readonly UnionPreview[]) {
  const { filing_status, filing_status_detail, nil_return_eligible } = filingStateOf(preview);
  return {
    status: filing_status,
    status_detail: filing_status_detail,
    nil_return_eligible,
    member_state_identification: preview.member_state_identification,
    return_currency: preview.return_currency,
    totals: preview.totals,
    balances: preview.balances,
    jurisdiction_count: preview.balances.length,
    warnings: preview.warnings,
    exchange_rates: preview.exchange_rates as UnionReadiness["exchange_rates"],
    checks: checkCounts(tallies),
    negative_row_count: preview.rows.filter(
      (row) => row.taxable_amount_minor < 0 || row.vat_amount_minor < 0,
    ).length,
    corrections_below_zero: belowZero(preview, earlier),
    total_source_event_count: preview.total_source_event_count,
    included_source_event_count: preview.included_source_event_count,
    excluded_source_event_count: preview.excluded_source_event_count,
  };
}

function waiting({ status, tallies }: Exclude<UnionPart, { status: "drawn" }>, { key }: Quarter) {
  return {
    status,
    status_detail:
      status === "registration_required"
        ? `No active or ended union_oss registration covers ${key}.`
        : `More than one union_oss registration covers ${key}; end or exclude all but one.`,
    nil_return_eligible: false,
    member_state_identification: null,
    return_currency: null,
    totals: null,
    balances: [],
    jurisdiction_count: 0,
    warnings: [],
    exchange_rates: [],
    checks: checkCounts(tallies),
    negative_row_count: 0,
    corrections_below_zero: [],
    total_source_event_count: sourceEvents(tallies),
    included_source_event_count: null,
    excluded_source_event_count: null,
  };
}

/** Every event is counted in one sum of its quarter, and once more under each of its checks. */
export const sourceEvents = (tallies: readonly Tally[]): number =>
  jsonInteger(
    tallies
      .filter(({ key }) => !key.startsWith("check|"))
      .reduce((count, { amounts }) => count + (amounts["event_count"] ?? 0n), 0n),
  );
