import { amount, type Cell, count, day, flag, label, note } from "../../core/files/cell.ts";
import type { Sheet } from "../../core/files/xlsx.ts";
import type { Covered } from "../compute/compute.ts";
import { filingStateOf } from "../compute/status.ts";
import { type Making, manifestOf } from "./manifest.ts";

/** What the paper is of, how the return stands, and its totals. */
export function summarySheet(drawn: Covered, making: Making): Sheet {
  const { report, period, registration } = drawn;
  const { return_currency, totals } = report;
  const manifest = manifestOf("working_paper", drawn, making);
  const state = filingStateOf(drawn);
  const lines: [string, Cell][] = [
    ["Scheme", label(report.scheme_type)],
    ["Period", label(period.key)],
    ["First day", day(period.firstDay)],
    ["Last day", day(period.lastDay)],
    ["To be filed by", day(period.filingDueDate)],
    ["Member State of identification", label(report.member_state_identification)],
    ["Registration", count(registration.id)],
    ["Currency of the return", label(return_currency)],
    ["Made at (UTC)", label(making.generated_at)],
    ["Recount pending, figures may change", flag(making.recount_pending !== null)],
    ["Filing state", label(state.filing_status)],
    ["Explanation", note(state.filing_status_detail)],
    ["Nil return", flag(state.nil_return_eligible)],
    ["Taxable amount of the rows", amount(totals.taxable_minor, return_currency)],
    ["VAT of the rows", amount(totals.current_vat_minor, return_currency)],
    ["VAT of corrections", amount(totals.correction_vat_minor, return_currency)],
    ["Total payable, nothing set off", amount(totals.payable_vat_minor, return_currency)],
    ["Events of the period", count(report.total_source_event_count)],
    ["Of these in the return", count(report.included_source_event_count)],
    ["Of these left out", count(report.excluded_source_event_count)],
    ["Conversion", note(manifest.conversion_rule)],
    ["Scope", note(manifest.scope_note)],
  ];
  return {
    name: "Summary",
    columns: [
      { head: "Return", width: 32 },
      { head: "Value", width: 60 },
    ],
    lines: lines.map(([name, value]) => [label(name), value]),
  };
}
