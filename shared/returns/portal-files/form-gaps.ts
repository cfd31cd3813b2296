import { type FileFinding, refusalIf, warningIf } from "./finding.ts";
import type { NeutralReturn } from "./neutral-return.ts";

/*
 * What a return may say and some files have no place for. It is told before the file is uploaded,
 * because a portal that is not told asks for nothing.
 */

/** For files that name the quarter or month alone: which days the return is of is set in the portal. */
export const daysNotInFile = ({ period }: NeutralReturn): FileFinding[] =>
  warningIf(
    period.days !== null,
    "return",
    "days_not_in_file",
    `the return is of ${period.days?.first} to ${period.days?.last} alone, and the file has no place for days: choose them in the portal`,
  );

/** For files of lines, of which a nil return has none. */
export const nilNotInFile = ({ is_nil }: NeutralReturn): FileFinding[] =>
  refusalIf(
    is_nil,
    "return",
    "nil_return_without_lines",
    "a nil return has no line that the file could hold: file it in the portal's form",
  );
