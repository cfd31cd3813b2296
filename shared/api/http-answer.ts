import * as z from "zod";
import type { ResponseHeaders } from "./response-headers.ts";

/** An answer that is no JSON document of status 200: a file, a redirect. */
export class HttpAnswer {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** A text; in base64 where `isBase64Encoded`. */
  readonly body: string;
  readonly isBase64Encoded: boolean;

  constructor(status: number, headers: ResponseHeaders, body = "", isBase64Encoded = false) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.isBase64Encoded = isBase64Encoded;
  }
}

/** A file as it is sent: a text, or bytes, of at most 4 MB, since a function answers with 6 at most. */
type SentFile = {
  readonly body: string | Uint8Array;
  readonly content_type: string;
  /** Plain ASCII. */
  readonly file_name: string;
};

/** A file that browsers save under its name. */
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

/** The same for bytes that are no UTF-8 text, with headers of their own. */
export const binaryDownload = (
  bytes: Uint8Array,
  contentType: string,
  fileName: string,
  headers: ResponseHeaders,
): HttpAnswer => {
  const plain = download({ body: bytes, content_type: contentType, file_name: fileName });
  return new HttpAnswer(plain.status, { ...plain.headers, ...headers }, plain.body, true);
};

/** Points to where the file asked for is; not to be kept, since such links expire. */
export const redirect = (location: string): HttpAnswer =>
  new HttpAnswer(302, { location, "cache-control": "no-store" });

/**
 * A page that is complete in itself: no script runs in it, and it asks nobody for anything. It is
 * shown, and saved under `fileName`, which is plain ASCII.
 */
export const page = (markup: string, fileName: string): HttpAnswer =>
  new HttpAnswer(
    200,
    {
      "content-type": "text/html; charset=utf-8",
      "content-disposition": `inline; filename="${fileName}"`,
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
    markup,
  );

/** How a link to a file is answered. */
export const LinkQuery = z.strictObject({
  redirect: z
    .enum(["true", "false"])
    .optional()
    .describe(
      "`true` unless given: a redirect to the file. `false`: the link as JSON, for browsers, which do not tell a page where a redirect leads",
    ),
});

/** The body of an answer that is no redirect. */
export const LinkBody = z.strictObject({
  location: z.string().describe("The link, good for five minutes; it needs no key"),
});

/** A link to a file, as it was asked for. */
export const linkAnswer = (
  location: string,
  asked: z.output<typeof LinkQuery>,
): HttpAnswer | z.input<typeof LinkBody> =>
  asked.redirect === "false" ? { location } : redirect(location);
