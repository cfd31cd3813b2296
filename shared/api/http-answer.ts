/** An answer that is no JSON document of status 200: a file, a redirect. */
export class HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A text; in base64 where `isBase64Encoded`. */
  readonly body: string;
  readonly isBase64Encoded: boolean;

  constructor(
    status: number,
    headers: Readonly<Record<string, string>>,
    body = "",
    isBase64Encoded = false,
  ) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.isBase64Encoded = isBase64Encoded;
  }
}

/** A text that browsers save under `fileName`, which is plain ASCII. */
export const download = (body: string, contentType: string, fileName: string): HttpAnswer =>
  new HttpAnswer(
    200,
    {
      "content-type": contentType,
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "no-store",
    },
    body,
  );

/** The same for bytes that are no UTF-8 text, with headers of their own. */
export const binaryDownload = (
  bytes: Uint8Array,
  contentType: string,
  fileName: string,
  headers: Readonly<Record<string, string>>,
): HttpAnswer => {
  const plain = download(Buffer.from(bytes).toString("base64"), contentType, fileName);
  return new HttpAnswer(plain.status, { ...plain.headers, ...headers }, plain.body, true);
};

/** Points to where the file asked for is; not to be kept, since such links expire. */
export const redirect = (location: string): HttpAnswer =>
  new HttpAnswer(302, { location, "cache-control": "no-store" });
