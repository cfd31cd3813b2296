import { parse } from "csv-parse/sync";
import type { RowFinding } from "./part-report.ts";

/** The findings in lines of `findingsLines`, which have no head. */
export const findingsIn = (lines: string): RowFinding[] =>
  (parse(lines) as string[][]).map(
    ([at = "", outcome = "", reason = "", column = "", message = ""]) => ({
      at,
      // Written by this very version, or one before it.
      outcome: outcome as RowFinding["outcome"],
      reason,
      ...(column && { column }),
      message,
    }),
  );
