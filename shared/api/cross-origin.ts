/** The request headers that pages of allowed origins may send; the gateway on AWS and the local server answer the same. */
export const CROSS_ORIGIN_HEADERS = [
  "authorization",
  "content-type",
  "idempotency-key",
  "x-account",
  "x-api-key",
  "x-source-id",
] as const;

/** The time for which a browser keeps the answer to its preflight request, in seconds. */
export const PREFLIGHT_SECONDS = 3600;
