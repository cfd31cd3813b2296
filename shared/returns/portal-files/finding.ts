/**
 * What stands against a file, or is to be known of it. A refusal keeps it from being made; a warning
 * does not. Neither repeats a number or a name of the filer.
 */
export type FileFinding = {
  readonly severity: "refusal" | "warning";
  /** `rows.3` or `corrections.0` of the return, `filer.vat_number` of the request, `return`. */
  readonly field: string;
  /** A short name for the rule: `row_below_zero`. */
  readonly rule: string;
  readonly message: string;
};

/** A list with the refusal, where there is one: for rules that are listed one after the other. */
export const errorIf = (
  isRefused: boolean,
  field: string,
  rule: string,
  message: string,
): FileFinding[] => (isRefused ? [{ severity: "refusal", field, rule, message }] : []);

/** The same for a warning. */
export const warningIf = (
  isMeant: boolean,
  field: string,
  rule: string,
  message: string,
): FileFinding[] => (isMeant ? [{ severity: "warning", field, rule, message }] : []);
