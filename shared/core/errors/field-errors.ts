import type * as z from "zod";
import type { Fault } from "./errors.ts";
import { wordsOf } from "./zod-messages.ts";

/** The result of reading input with a schema: the parsed data, or one fault per faulty field. */
type Read<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly faults: readonly Fault[] };

/** Parses input with a schema and writes a message for every fault. */
export function readAs<S extends z.ZodType>(schema: S, given: unknown): Read<z.output<S>> {
  const { success, data, error } = schema.safeParse(given, { error: wordsOf });
  return success ? { success, data } : { success, faults: faultsOf(error.issues) };
}

type Issues = readonly z.core.$ZodIssue[];

const faultsOf = (issues: Issues, at: readonly PropertyKey[] = []): readonly Fault[] =>
  intendedIssues(issues).flatMap((issue) => faultsOfIssue(issue, at));

/** Drops further issues of a value that has the wrong type: the length of a string says nothing about a list. */
function intendedIssues(issues: Issues): Issues {
  const isOfOtherKind = ({ code }: z.core.$ZodIssue) => code === "invalid_type";
  const misplaced = new Set(issues.filter(isOfOtherKind).map(({ path }) => nameOf(path)));
  return misplaced.size === 0
    ? issues
    : issues.filter((issue) => isOfOtherKind(issue) || !misplaced.has(nameOf(issue.path)));
}

function faultsOfIssue(issue: z.core.$ZodIssue, at: readonly PropertyKey[]): readonly Fault[] {
  const path = [...at, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ field: nameOf([...path, key]), message: "unknown field" }));
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    return faultsOf(intendedBranch(issue.errors), path);
  }
  return [{ field: nameOf(path), message: issue.message }];
}

/** Returns the fault as a list when `isFault` is true, else an empty list. Used to concatenate rules. */
export const faultIf = (isFault: boolean, field: string, message: string): Fault[] =>
  isFault ? [{ field, message }] : [];

const nameOf = (path: readonly PropertyKey[]): string => path.map(String).join(".");

/**
 * Selects the form of a body that the caller most likely intended, from the issues of each form.
 * The form with the fewest unknown top-level fields wins. Nested fields are ignored: a misspelt nested name must not
 * make the whole body look like another form. On a tie, the form whose own fields are present wins. A form with the
 * wrong type altogether, such as an empty string, never wins a tie.
 */
function intendedBranch(branches: readonly z.core.$ZodIssue[][]): Issues {
  const ranked = branches.map((issues) => ({
    issues,
    unknown: strangersIn(issues),
    isWhole: issues.every(({ code, path }) => code === "unrecognized_keys" || path.length > 1),
    isOfOtherKind: issues.some(
      ({ code, path }) => path.length === 0 && ["invalid_type", "invalid_value"].includes(code),
    ),
  }));
  return ranked.reduce((best, next) => {
    if (next.unknown !== best.unknown) return next.unknown < best.unknown ? next : best;
    const isNearer = next.isWhole && !best.isWhole;
    return isNearer || best.isOfOtherKind ? next : best;
  }).issues;
}

const strangersIn = (issues: Issues): number =>
  issues.reduce(
    (sum, issue) =>
      sum + (issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys.length : 0),
    0,
  );
