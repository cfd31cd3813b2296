import type { EventId } from "../ids.ts";

/** Every error code that a caller can receive, with its HTTP status. A new code is a new row. */
export const ERROR_STATUS = {
  missing_api_key: 401,
  invalid_api_key: 401,
  invalid_session: 401,
  sign_in_failed: 401,
  invalid_signature: 401,
  insufficient_scope: 403,
  insufficient_role: 403,
  account_suspended: 403,
  account_closed: 403,
  test_key_required: 403,
  invalid_json: 400,
  invalid_request: 400,
  invalid_period: 400,
  invalid_country: 400,
  invalid_currency: 400,
  invalid_turnover: 400,
  invalid_reference_date: 400,
  not_found: 404,
  no_sme_data: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  registration_overlap: 409,
  registration_limit_reached: 409,
  registration_locked: 409,
  event_conflict: 409,
  not_a_sale: 409,
  nothing_to_refund: 409,
  refund_exceeds_sale: 409,
  classification_limit_reached: 409,
  transaction_already_committed: 409,
  period_already_locked: 409,
  period_not_ended: 409,
  period_not_locked: 409,
  period_not_filed: 409,
  period_filed_elsewhere: 409,
  opening_conflict: 409,
  opening_closed: 409,
  entry_sheet_changed: 409,
  second_person_required: 409,
  recount_pending: 409,
  return_not_ready: 409,
  last_owner: 409,
  organisation_limit_reached: 409,
  source_key_taken: 409,
  source_limit_reached: 409,
  records_limit_reached: 409,
  clock_backwards: 409,
  key_limit_reached: 409,
  key_in_use: 409,
  key_ended: 409,
  import_limit_reached: 409,
  import_not_uploaded: 409,
  import_state_conflict: 409,
  connection_limit_reached: 409,
  source_connected: 409,
  connection_not_ready: 409,
  not_enabled: 409,
  message_expired: 409,
  webhook_limit_reached: 409,
  mail_not_offered: 409,
  address_suppressed: 409,
  webhook_disabled: 409,
  delivery_under_way: 409,
  rate_proposal_decided: 409,
  rate_recheck_conflict: 409,
  idempotency_conflict: 409,
  link_ended: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  registration_required: 422,
  registration_conflict: 422,
  currency_mismatch: 422,
  return_not_exportable: 422,
  original_rate_missing: 422,
  relief_uncertain: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  not_ready: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One error in one field; `field` is a path such as `events.3.currency`. */
export type Fault = {
  readonly field: string;
  /** The id of the supply event that has the fault, where it can be read. */
  readonly event_id?: EventId;
  /** A short name of the violated rule, where callers need to distinguish rules. */
  readonly rule?: string;
  readonly message: string;
};

/** Optional properties of an error besides its faults. */
type ErrorOptions = {
  /** The internal cause, for the log. */
  readonly cause?: unknown;
  readonly retryAfterSeconds?: number;
};

/** An error that the caller can act on. Any other thrown error is a bug and becomes a 500 response. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly Fault[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details?: readonly Fault[],
    { cause, retryAfterSeconds }: ErrorOptions = {},
  ) {
    super(message, { cause });
    this.name = "DomainError";
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The message about an id that is unknown, or that has another form than an id of its kind. */
export const noSuch = (what: string): string => `no such ${what}`;

export const notFound = (what: string): DomainError => new DomainError("not_found", noSuch(what));

/** Builds the error for a well-formed request that cannot be computed; lists the faulty fields. */
export const invalidRequest = (faults: readonly Fault[]): DomainError =>
  new DomainError("invalid_request", summaryOf(faults), faults);

/**
 * Rejects a request that has faults.
 * @throws DomainError `invalid_request` with every fault, when there is one.
 */
export function rejectFaulty(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalidRequest(faults);
}

/**
 * Returns the parts of an error that are logged: name, message and stack, and those of its cause.
 * Omits other fields: an SDK error carries the request, and a zod error carries the input.
 */
export const describeError = (error: unknown): object =>
  error instanceof Error
    ? {
        name: error.name,
        message: error.message,
        stack: error.stack,
        ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
      }
    : { name: "unknown", message: String(error) };

/** Returns the error with the event id added to each fault that has none, where `eventIdAt` finds one. */
export function namedError(
  refusal: DomainError,
  eventIdAt: (field: string) => EventId | undefined,
): DomainError {
  const { code, message, details = [], cause, retryAfterSeconds } = refusal;
  if (details.length === 0) return refusal;
  const named = details.map((fault) => {
    const event_id = fault.event_id ?? eventIdAt(fault.field);
    return event_id === undefined ? fault : { ...fault, event_id };
  });
  const isSummary = message === summaryOf(details);
  return new DomainError(code, isSummary ? summaryOf(named) : message, named, {
    cause,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

/*
 * Limits on the size of an error response. Field names come from the caller: without a limit, the response to a request
 * of 6 MB would exceed the maximum response size.
 */
const MOST_FAULTS = 100;
const LONGEST_FIELD = 300;
const LONGEST_MESSAGE = 1_000;
const FAULTS_IN_SUMMARY = 3;

/** Returns the faults as a response lists them: the first hundred, then the number of remaining faults. */
export function renderFaults(
  faults: readonly Fault[],
  { most = MOST_FAULTS, longestField = LONGEST_FIELD } = {},
): Fault[] {
  const reported = faults.slice(0, most).map((fault) => ({
    ...fault,
    field: shortened(fault.field, longestField),
    message: renderMessage(fault.message),
  }));
  const more = faults.length - reported.length;
  return more > 0 ? [...reported, { field: "", message: `and ${more} more` }] : reported;
}

export const renderMessage = (message: string): string => shortened(message, LONGEST_MESSAGE);

/** Summarises the faults in one sentence for people. */
export function summaryOf(faults: readonly Fault[]): string {
  const lines = faults.slice(0, FAULTS_IN_SUMMARY).map(({ field, event_id, message }) => {
    const places = [
      ...(field ? [shortened(field, LONGEST_FIELD)] : []),
      ...(event_id === undefined ? [] : [`(${event_id})`]),
    ];
    return places.length > 0 ? `${places.join(" ")}: ${message}` : message;
  });
  const more = faults.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
