import * as z from "zod";
import type { ResponseHeaders } from "./response-headers.ts";

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

/** Builds the response for a binary file with additional headers. */
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
      "`true` unless given: a redirect to the file. `false`: the link as JSON, for browsers, which do not tell a page where a redirect leads",
    ),
});

/** The body of a response with a link. */
export const LinkBody = z.strictObject({
  location: z.string().describe("The link, good for five minutes; it needs no key"),
});

/** Builds the response with a link to a file, in the requested form. */
export const linkAnswer = (
  location: string,
  asked: z.output<typeof LinkQuery>,
): HttpAnswer | z.input<typeof LinkBody> =>
  asked.redirect === "false" ? { location } : redirect(location);
