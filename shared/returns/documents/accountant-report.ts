import type { Covered } from "../compute/compute.ts";
import { filingStateOf } from "../compute/status.ts";
import { type Making, manifestOf } from "./manifest.ts";
import { breakdownReport, summaryReport } from "./packages.ts";
import type { AccountantReport } from "./schema.ts";

/** Both views of a period in one document, with what there is to know before filing it. */
export function accountantReport(drawn: Covered, making: Making): AccountantReport {
  const { filing_status, filing_status_detail, nil_return_eligible } = filingStateOf(drawn);
  return {
    manifest: manifestOf("accountant_report", drawn, making),
    filing_context: {
      filing_due_date: drawn.period.filingDueDate,
      nil_return_eligible,
      filing_state: filing_status,
      explanation: filing_status_detail,
    },
    summary: summaryReport(drawn.report),
    country_breakdown: breakdownReport(drawn.report),
  };
}
