import type { Quarter } from "../calendar/quarter.ts";
import { filingStateOf } from "../returns/filing-state.ts";
import type { UnionPreview } from "../returns/preview.ts";
import { manifestOf } from "./manifest.ts";
import { breakdownReport, summaryReport } from "./packages.ts";
import type { AccountantReport } from "./schema.ts";

/** Both views of a quarter in one document, with what there is to know before filing it. */
export function accountantReport(
  preview: UnionPreview,
  quarter: Quarter,
  generatedAt: string,
): AccountantReport {
  const { filing_status, filing_status_detail, nil_return_eligible } = filingStateOf(preview);
  return {
    manifest: manifestOf("union_oss_accountant_report", preview, generatedAt),
    filing_context: {
      filing_due_date: quarter.filingDueDate,
      nil_return_eligible,
      filing_state: filing_status,
      explanation: filing_status_detail,
    },
    summary: summaryReport(preview),
    country_breakdown: breakdownReport(preview),
  };
}
