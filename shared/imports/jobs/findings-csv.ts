import { csvTypedLines, PLAIN_CSV } from "../../core/files/csv.ts";
import type { RowFinding } from "./part-report.ts";

/** Told by spreadsheets for what tells that the text is UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

const COLUMNS = ["row", "outcome", "reason", "column", "message"];

export const findingsHead = (): string => BYTE_ORDER_MARK + csvTypedLines([COLUMNS], PLAIN_CSV);

export const findingsLines = (findings: readonly RowFinding[]): string =>
  csvTypedLines(
    findings.map(({ at, outcome, reason, column = "", message }) => [
      at,
      outcome,
      reason,
      column,
      message,
    ]),
    PLAIN_CSV,
  );
