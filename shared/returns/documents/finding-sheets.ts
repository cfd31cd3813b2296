import { count, flag, label, note } from "../../core/files/cell.ts";
import type { Sheet, SheetColumn } from "../../core/files/xlsx.ts";
import { CHECK_WORDS } from "../../vat/schemes/check-words.ts";
import { WARNING_WORDS } from "../../vat/schemes/warning-words.ts";
import type { Covered } from "../compute/compute.ts";
import { negativeRowCount } from "../compute/negative-rows.ts";

const CODE: SheetColumn = { head: "Code", width: 38 };
const EVENTS: SheetColumn = { head: "How many", width: 10 };

/** What was found about events, and what of the figures no portal takes. Nothing is left out for it. */
export const checkSheet = (drawn: Covered): Sheet => ({
  name: "Checks",
  columns: [CODE, { head: "Severity", width: 10 }, EVENTS, { head: "Meaning", width: 70 }],
  lines: [
    ...drawn.checks.map((check) => [
      label(check.code),
      label(check.severity),
      count(check.count),
      note(CHECK_WORDS[check.code]),
    ]),
    ...figuresToLookAt(drawn).map(({ code, found, words }) => [
      label(code),
      label("blocking"),
      count(found),
      note(words),
    ]),
  ],
});

const figuresToLookAt = ({ report, corrections_below_zero = [] }: Covered) =>
  [
    {
      code: "negative_row",
      found: negativeRowCount(report.rows),
      words: "Rows below zero, which portals refuse",
    },
    {
      code: "correction_below_zero",
      found: corrections_below_zero.length,
      words: "Corrections that take back more VAT than was declared",
    },
  ].filter(({ found }) => found > 0);

/** How many events the return leaves out, why, and whether somebody can change that. */
export const exclusionSheet = ({ warnings, scheme }: Covered): Sheet => ({
  name: "Exclusions",
  columns: [
    CODE,
    EVENTS,
    { head: "To be resolved before filing", width: 14 },
    { head: "Reason", width: 90 },
  ],
  lines: warnings.map((warning) => [
    label(warning.code),
    count(warning.count),
    flag(scheme.resolvable.has(warning.code)),
    label(WARNING_WORDS[warning.code]),
  ]),
});
