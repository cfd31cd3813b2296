import type { IncomingMessage, RequestListener } from "node:http";
import { BROWSER_UPLOADS } from "../../shared/imports/jobs/schema.ts";

/** The bucket for browser uploads, and the allowed origins. */
export type BrowserUploads = { readonly bucket: string; readonly origins: readonly string[] };

/**
 * Allows pages of these origins to upload to that bucket, like the CORS rules of the deployed bucket. The S3 server
 * supports such rules, but rejects the browser's preflight request for its missing signature.
 */
export function withBrowserUploads(
  answer: RequestListener,
  { bucket, origins }: BrowserUploads,
): RequestListener {
  return (request, response) => {
    const { origin = "" } = request.headers;
    const isLet = origins.includes(origin) && (request.url ?? "").startsWith(`/${bucket}/`);
    if (isLet) {
      response.setHeader("access-control-allow-origin", origin);
      response.setHeader("vary", "Origin");
    }
    if (request.method !== "OPTIONS") answer(request, response);
    else if (isLet && isAllowed(request)) response.writeHead(200, ALLOWED).end();
    else response.writeHead(403).end();
  };
}

const ALLOWED = {
  "access-control-allow-methods": BROWSER_UPLOADS.methods.join(", "),
  "access-control-allow-headers": BROWSER_UPLOADS.headers.join(", "),
  "access-control-max-age": String(BROWSER_UPLOADS.maxAgeSeconds),
};

function isAllowed({ headers }: IncomingMessage): boolean {
  const method = headers["access-control-request-method"] ?? "";
  const asked = headers["access-control-request-headers"]?.toLowerCase().split(/,\s*/) ?? [];
  const names: readonly string[] = BROWSER_UPLOADS.headers;
  const methods: readonly string[] = BROWSER_UPLOADS.methods;
  return methods.includes(method) && asked.every((name) => names.includes(name));
}
