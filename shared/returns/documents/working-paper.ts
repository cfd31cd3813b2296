import { xlsxOf } from "../../core/files/xlsx.ts";
import type { Covered } from "../compute/compute.ts";
import { artifact } from "./artifacts.ts";
import { eventSheet } from "./event-sheet.ts";
import { balanceSheet, correctionSheet, rateSheet, rowSheet } from "./figure-sheets.ts";
import { checkSheet, exclusionSheet } from "./finding-sheets.ts";
import type { Making } from "./manifest.ts";
import { summarySheet } from "./summary-sheet.ts";

/**
 * The working paper of a return: a workbook with a sheet for each subject, in the return's currency.
 * The same return, made at the same instant, has the same bytes.
 */
export async function workingPaper(drawn: Covered, making: Making) {
  const { scheme, period, registration, report } = drawn;
  const body = await xlsxOf({
    title: `${scheme.slug} ${registration.member_state_identification} ${period.key}`,
    made_at: making.generated_at,
    sheets: [
      summarySheet(drawn, making),
      rowSheet(report),
      correctionSheet(report),
      balanceSheet(report),
      rateSheet(drawn),
      checkSheet(drawn),
      exclusionSheet(drawn),
      eventSheet(drawn),
    ],
  });
  return artifact("working_paper", "xlsx", drawn, body);
}
