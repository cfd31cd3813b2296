/**
 * The response headers that pages of other origins may read (`Access-Control-Expose-Headers`). Browsers hide every
 * header that is neither on this list nor on their own.
 */
export const EXPOSED_HEADERS = [
  "content-disposition",
  "idempotency-replayed",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "x-return-adjustment",
  "x-return-number-warnings",
  "x-return-warnings",
] as const;

/** The response headers that browsers apply or show by themselves, and those that no program reads. */
type OtherHeader =
  | "allow"
  | "cache-control"
  | "content-encoding"
  | "content-security-policy"
  | "content-type"
  | "cross-origin-resource-policy"
  | "etag"
  | "location"
  | "referrer-policy"
  | "set-cookie"
  | "strict-transport-security"
  | "vary"
  | "x-content-type-options";

/** The headers that the API sends. A header is added to one of the two lists above before code can send it. */
export type ResponseHeaders = Readonly<
  Partial<Record<(typeof EXPOSED_HEADERS)[number] | OtherHeader, string>>
>;

/**
 * The headers of every response of a function. Browsers keep to HTTPS, because pages of this origin hold a key, and take
 * no response for another type than it says. Over plain HTTP, as locally, browsers ignore the first.
 */
export const SECURITY_HEADERS = {
  "strict-transport-security": "max-age=63072000",
  "x-content-type-options": "nosniff",
} as const satisfies ResponseHeaders;
