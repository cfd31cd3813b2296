/**
 * A problem of a file, or a note about it. A refusal prevents the file; a warning does not. Neither contains a number
 * or a name of the filer.
 */
export type FileFinding = {
  readonly severity: "refusal" | "warning";
  /** `rows.3` or `corrections.0` of the return, `filer.vat_number` of the request, `return`. */
  readonly field: string;
  /** A short name for the rule: `row_below_zero`. */
  readonly rule: string;
  readonly message: string;
};

/** Returns a list with the error, if there is one; lists of several rules can be joined. */
export const errorIf = (
  isRefused: boolean,
  field: string,
  rule: string,
  message: string,
): FileFinding[] => (isRefused ? [{ severity: "refusal", field, rule, message }] : []);

/** Returns a list with the warning, if there is one. */
export const warningIf = (
  isMeant: boolean,
  field: string,
  rule: string,
  message: string,
): FileFinding[] => (isMeant ? [{ severity: "warning", field, rule, message }] : []);
