import type { APIGatewayProxyStructuredResultV2 as HttpResponse } from "aws-lambda";
import * as z from "zod";
import {
  type DomainError,
  ERROR_STATUS,
  type ErrorCode,
  renderFaults,
  renderMessage,
} from "../core/errors/errors.ts";

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
  "server-timing",
  "x-rates-file-missing",
  "x-rates-file-scope",
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

/** A response other than a JSON document with status 200, such as a file or a redirect. */
export class HttpAnswer {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** The body as text; base64 if `isBase64Encoded`. */
  readonly body: string;
  readonly isBase64Encoded: boolean;

  constructor(status: number, headers: ResponseHeaders, body = "", isBase64Encoded = false) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.isBase64Encoded = isBase64Encoded;
  }
}

/** A file of at most 4 MB, since a function returns at most 6 MB. Its content is text or bytes. */
type SentFile = {
  readonly body: string | Uint8Array;
  readonly content_type: string;
  /** The name in plain ASCII. */
  readonly file_name: string;
};

/** Builds the response for a file that browsers save under its name. */
export function download({ body, content_type, file_name }: SentFile): HttpAnswer {
  const headers = {
    "content-type": content_type,
    "content-disposition": `attachment; filename="${file_name}"`,
    "cache-control": "no-store",
  };
  return typeof body === "string"
    ? new HttpAnswer(200, headers, body)
    : new HttpAnswer(200, headers, Buffer.from(body).toString("base64"), true);
}

export const binaryDownload = (
  bytes: Uint8Array,
  contentType: string,
  fileName: string,
  headers: ResponseHeaders,
): HttpAnswer => {
  const plain = download({ body: bytes, content_type: contentType, file_name: fileName });
  return new HttpAnswer(plain.status, { ...plain.headers, ...headers }, plain.body, true);
};

/** Builds a redirect to the requested file. The response is not cached, because such links expire. */
export const redirect = (location: string): HttpAnswer =>
  new HttpAnswer(302, { location, "cache-control": "no-store" });

/**
 * Builds the response for a self-contained page that runs no script and loads nothing. Browsers display the page, and
 * save it under `fileName`, which is plain ASCII.
 */
export const page = (markup: string, fileName: string): HttpAnswer =>
  new HttpAnswer(
    200,
    {
      "content-type": "text/html; charset=utf-8",
      "content-disposition": `inline; filename="${fileName}"`,
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    },
    markup,
  );

/** The query that selects a redirect or a link in the body. */
export const LinkQuery = z.strictObject({
  redirect: z
    .enum(["true", "false"])
    .optional()
    .describe(
      "Redirect to the file (`true`, the default), or the link as JSON (`false`): browsers do not show a page where a redirect leads",
    ),
});

export const LinkBody = z.strictObject({
  location: z.string().describe("The link, good for five minutes; it needs no key"),
});

/** Builds the response with a link to a file, in the requested form. */
export const linkAnswer = (
  location: string,
  asked: z.output<typeof LinkQuery>,
): HttpAnswer | z.input<typeof LinkBody> =>
  asked.redirect === "false" ? { location } : redirect(location);

/** The parts of a call that its error response names. */
type FailedCall = {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly requestContext?: { readonly requestId?: string; readonly domainName?: string };
};

/** Maximum length of a host in a response; the longest name of the DNS, with a port. */
const LONGEST_HOST = 260;

/**
 * Returns the origin that the caller knows. `PUBLIC_URL` names it where the host of the call is another: behind an edge,
 * whose origin stays unknown.
 */
export function originOfCall({ headers = {}, requestContext = {} }: FailedCall): string {
  const known = process.env["PUBLIC_URL"];
  if (known) return known.replace(/\/$/, "");
  const host = headers["host"] ?? requestContext.domainName ?? "localhost";
  // A caller may send any text in this header, of any length.
  const scheme = headers["x-forwarded-proto"] === "http" ? "http" : "https";
  return `${scheme}://${host.slice(0, LONGEST_HOST)}`;
}

/** Returns the place of an error code in the API reference; Redoc makes the anchor of the heading. */
export const docUrlOf = (code: ErrorCode, origin: string): string =>
  `${origin}/docs#section/Errors/${code}`;

/** Builds the error response of every function. Caches must not store it, because it answers only this call. */
export function errorResponse(
  error: DomainError,
  call: FailedCall,
  headers: ResponseHeaders = {},
): HttpResponse {
  const { code, message, details } = error;
  const reported = details?.length ? { details: renderFaults(details) } : {};
  const request_id = call.requestContext?.requestId ?? "";
  const doc_url = docUrlOf(code, originOfCall(call));
  const body = { error: code, message: renderMessage(message), ...reported, doc_url, request_id };
  const wait = error.retryAfterSeconds ?? (code === "not_ready" ? 1 : undefined);
  return {
    statusCode: ERROR_STATUS[code],
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      ...(wait === undefined ? {} : { "retry-after": `${wait}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  };
}
