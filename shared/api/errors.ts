/** Every error code a caller can receive, with its HTTP status. Adding a code means adding a row. */
export const ERROR_STATUS = {
  missing_api_key: 401,
  invalid_api_key: 401,
  insufficient_scope: 403,
  invalid_json: 400,
  invalid_request: 400,
  invalid_period: 400,
  not_found: 404,
  registration_overlap: 409,
  event_conflict: 409,
  registration_required: 422,
  registration_conflict: 422,
  internal_error: 500,
  not_ready: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One fault of one field; `field` is a path such as `events.3.currency`. */
export type Fault = { readonly field: string; readonly message: string };

/** A refusal the caller can act on. Anything else that is thrown is a bug and becomes a 500. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly Fault[] | undefined;

  constructor(code: ErrorCode, message: string, details?: readonly Fault[]) {
    super(message);
    this.name = "DomainError";
    this.code = code;
    this.details = details;
  }
}

export const notFound = (what: string): DomainError =>
  new DomainError("not_found", `no such ${what}`);
