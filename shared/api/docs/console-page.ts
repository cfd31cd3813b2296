import { HttpAnswer } from "../http-answer.ts";
import type { ConsoleParts } from "./console-files.ts";

/**
 * Nothing but what comes from here: no script or style inside the page, no other host but the one that
 * files of imports are uploaded to, no frame around it, and no text that becomes markup (Trusted Types).
 */
const contentSecurityPolicy = (uploadOrigin: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...(uploadOrigin ? [uploadOrigin] : [])].join(" "),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

/** The key is in the page: nothing leaves it, and no other window gets hold of it. */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** The page at GET /console. Its addresses are relative: it works behind any prefix. */
export const consolePage = (
  { script, style }: ConsoleParts,
  uploadOrigin: string | undefined,
): HttpAnswer =>
  new HttpAnswer(
    200,
    { ...HEADERS, "content-security-policy": contentSecurityPolicy(uploadOrigin) },
    pageOf(script, style),
  );

const pageOf = (script: string, style: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>EU VAT console</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="console/${style}">
<script type="module" src="console/${script}"></script>
</head>
<body>
<noscript>The console needs JavaScript. <a href="docs">The API</a> answers without it.</noscript>
<div id="console"></div>
</body>
</html>
`;
