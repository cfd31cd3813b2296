/** The rules of findings that a request can accept. */
export const ACCEPTABLE_RULES = ["layout_not_confirmed", "vat_unlike_base_times_rate"] as const;
export type AcceptableRule = (typeof ACCEPTABLE_RULES)[number];

/**
 * A problem of a file, or a note about it. A refusal prevents the file, a consent prevents it until the request accepts
 * its rule, and a warning does not prevent it. None contains a number or a name of the filer.
 */
export type FileFinding = {
  readonly severity: "refusal" | "consent" | "warning";
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

/** Returns a list with a finding that the request has to accept, if there is one. */
export const consentIf = (
  isNeeded: boolean,
  field: string,
  rule: AcceptableRule,
  message: string,
): FileFinding[] => (isNeeded ? [{ severity: "consent", field, rule, message }] : []);
