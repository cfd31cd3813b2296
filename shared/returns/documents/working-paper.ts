import { amount, count, label, note } from "../../core/files/cells.ts";
import { type Sheet, xlsxOf } from "../../core/files/xlsx.ts";
import type { Covered } from "../compute/compute.ts";
import { artifact, manifestOf } from "./artifacts.ts";
import { column, type Paper, pageHeader, paperOf } from "./paper.ts";
import type { PaperMaking } from "./paper-facts.ts";
import { checkSheet, eventSheet, exclusionSheet, legendSheet } from "./paper-findings.ts";
import { type Fact, summaryFacts } from "./paper-summary.ts";
import { balanceSheet, correctionSheet, rateSheet, rowSheet, sinceSheet } from "./paper-tables.ts";
import { GERMAN_NOTES } from "./paper-words.ts";

/** Returns the totals of the return, the number of its events, and the rules that it was computed by. */
function figures({ drawn, making, say }: Paper): Fact[] {
  const { report, period } = drawn;
  const { totals, return_currency } = report;
  const manifest = manifestOf("working_paper", drawn, making);
  const notes =
    making.language === "de"
      ? GERMAN_NOTES[period.kind]
      : { conversion: manifest.conversion_rule, scope: manifest.scope_note };
  return [
    ["rows_taxable", amount(totals.taxable_minor, return_currency)],
    ["rows_vat", amount(totals.current_vat_minor, return_currency)],
    ["correction_vat", amount(totals.correction_vat_minor, return_currency)],
    ["payable", amount(totals.payable_vat_minor, return_currency)],
    ["period_events", count(report.total_source_event_count)],
    ["events_in", count(report.included_source_event_count)],
    ["events_out", count(report.excluded_source_event_count)],
    ["selection", note(say("selection_text"))],
    ["conversion", note(notes.conversion)],
    ["scope", note(notes.scope)],
  ];
}

/** Returns the identity of the paper, the filing state of the return, and its totals. */
function summarySheet(paper: Paper): Sheet {
  const { say } = paper;
  const facts = [...summaryFacts(paper), ...figures(paper)];
  return {
    name: say("sheet_summary"),
    columns: [column(paper, "return", 46), column(paper, "value", 60)],
    lines: facts.map(([word, cell]) => [label(say(word)), cell]),
  };
}

/**
 * Builds the working paper of a return: a workbook with a sheet for each subject, in the return's currency. The same
 * return at the same instant gives the same bytes.
 */
export async function workingPaper(drawn: Covered, making: PaperMaking) {
  const { scheme, period, registration } = drawn;
  const paper = paperOf(drawn, making);
  const body = await xlsxOf({
    title: `${scheme.slug} ${registration.member_state_identification} ${period.key}`,
    header: pageHeader(paper),
    made_at: making.generated_at,
    sheets: [
      summarySheet(paper),
      rowSheet(paper),
      correctionSheet(paper),
      balanceSheet(paper),
      ...(making.shown ? [sinceSheet(paper, making.shown)] : []),
      rateSheet(paper),
      checkSheet(paper),
      exclusionSheet(paper),
      eventSheet(paper),
      legendSheet(paper),
    ],
  });
  return artifact("working_paper", "xlsx", drawn, body);
}
