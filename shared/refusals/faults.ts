import type * as z from "zod";
import type { Fault } from "./errors.ts";

/** What a schema found wrong, one fault a field. */
export const faultsOf = (issues: readonly z.core.$ZodIssue[], at: readonly PropertyKey[] = []) =>
  issues.flatMap((issue) => faultsOfIssue(issue, at));

function faultsOfIssue(issue: z.core.$ZodIssue, at: readonly PropertyKey[]): Fault[] {
  const path = [...at, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ field: nameOf([...path, key]), message: "unknown field" }));
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    return faultsOf(meantBranch(issue.errors), path);
  }
  const message = issue.message.endsWith(MISSING) ? "required" : issue.message;
  return [{ field: nameOf(path), message }];
}

/** The fault, where there is one: for rules that are listed one after the other. */
export const faultIf = (isFault: boolean, field: string, message: string): Fault[] =>
  isFault ? [{ field, message }] : [];

/** How zod words a field that is not there. */
const MISSING = "received undefined";

const nameOf = (path: readonly PropertyKey[]): string => path.map(String).join(".");

/**
 * Of several forms a body may have, the one whose field names the caller used. Names further inside
 * do not count: a misspelt one there must not make the whole body look like another form.
 */
function meantBranch(branches: readonly z.core.$ZodIssue[][]): readonly z.core.$ZodIssue[] {
  const strangers = (issues: readonly z.core.$ZodIssue[]) =>
    issues.reduce(
      (sum, issue) =>
        sum +
        (issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys.length : 0),
      0,
    );
  const ranked = branches.map((issues) => ({ issues, unknown: strangers(issues) }));
  return ranked.reduce((best, next) => (next.unknown < best.unknown ? next : best)).issues;
}
