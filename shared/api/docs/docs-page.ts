import { readFileSync } from "node:fs";
import { HttpAnswer } from "../http-answer.ts";
import type { Route } from "../route.ts";
import { deployedFile } from "./console-page.ts";

/**
 * The content security policy of the API reference. Redoc inserts styles into the page at run time and searches in a
 * worker created from a blob. Its logo is on another host: the browser blocks the request, and Redoc removes the image.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The page. Its URLs are relative, so it works under any path prefix. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>EU VAT compliance: API reference</title>
<link rel="icon" href="data:,">
<style>body { margin: 0; }</style>
</head>
<body>
<noscript>This page needs JavaScript. <a href="openapi.json">openapi.json</a> says the same.</noscript>
<redoc spec-url="openapi.json"></redoc>
<script src="docs/redoc.standalone.js"></script>
</body>
</html>
`;

/** Builds the page of GET /docs. */
export const docsPage = (): HttpAnswer =>
  new HttpAnswer(
    200,
    {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": CONTENT_SECURITY_POLICY,
      "referrer-policy": "no-referrer",
    },
    PAGE,
  );

/**
 * Builds a response from the file of a row in the route table. Reads the file once, because a function's files do not
 * change.
 */
export function fileAnswer({ files = [] }: Route, contentType: string): () => HttpAnswer {
  const [file = ""] = files;
  const place = deployedFile(file);
  let read: HttpAnswer | undefined;
  return () => {
    read ??= new HttpAnswer(200, { "content-type": contentType }, readFileSync(place, "utf8"));
    return read;
  };
}
