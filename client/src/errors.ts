import type { ErrorBody, ErrorCode } from "./generated-errors.ts";

/** Base class of the errors of the client. A call that its caller aborts throws the reason of the signal. */
export class VatError extends Error {
  override readonly name: string = "VatError";
}

/** No response: the connection failed, or broke during the response. `cause` says how. */
export class ConnectionError extends VatError {
  override readonly name: string = "ConnectionError";
}

/** No response within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = "TimeoutError";
}

/** An error response. `code` is undefined when a gateway or proxy before the service has sent it. */
export class ApiError extends VatError {
  override readonly name: string = "ApiError";
  readonly status: number;
  readonly code: ErrorCode | undefined;
  /** Every fault of the request. */
  readonly details: readonly {
    readonly field: string;
    /** Of a fault in a supply event, where its id can be read. */
    readonly event_id?: string | undefined;
    readonly message: string;
  }[];
  readonly requestId: string | undefined;
  /** The section of the API reference about the code. */
  readonly docUrl: string | undefined;
  /** Seconds to wait before the next try; of 429 and 503. */
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Headers;

  constructor(response: Response, body: Partial<ErrorBody>) {
    super(body.message ?? `the service answered ${response.status}`);
    this.status = response.status;
    this.code = body.error;
    this.details = body.details ?? [];
    this.requestId = body.request_id;
    this.docUrl = body.doc_url;
    this.retryAfterSeconds = secondsOf(response.headers.get("retry-after"));
    this.headers = response.headers;
  }
}

/** 401: no key, or an unknown one. */
export class AuthenticationError extends ApiError {
  override readonly name = "AuthenticationError";
}

/** 403: the operation needs a full key, or a larger role. */
export class PermissionError extends ApiError {
  override readonly name = "PermissionError";
}

/** 400, 405, 413, 415: the request is invalid; `details` says where. */
export class InvalidRequestError extends ApiError {
  override readonly name = "InvalidRequestError";
}

/** 404. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}

/** 409: the request contradicts the present state. */
export class ConflictError extends ApiError {
  override readonly name = "ConflictError";
}

/** 422: the request is valid, but cannot be carried out, such as a return without a registration. */
export class UnprocessableError extends ApiError {
  override readonly name = "UnprocessableError";
}

/** 429, after all tries. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
}

/** 5xx, after all tries. */
export class ServiceError extends ApiError {
  override readonly name = "ServiceError";
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  405: InvalidRequestError,
  409: ConflictError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: UnprocessableError,
  429: RateLimitError,
};

/** Returns the error response as the class of its status. */
export function refusalOf(response: Response, body: Partial<ErrorBody>): ApiError {
  const Kind = BY_STATUS[response.status] ?? (response.status >= 500 ? ServiceError : ApiError);
  return new Kind(response, body);
}

/** `Retry-After` is a number of seconds or a day and time. */
export function secondsOf(header: string | null, now = Date.now()): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
