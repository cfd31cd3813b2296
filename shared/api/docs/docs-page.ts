import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DomainError } from "../../core/errors/errors.ts";
import { HttpAnswer } from "../http-answer.ts";
import type { Route } from "../route.ts";

/**
 * Builds the content security policy: only this origin's scripts and styles, connections only to this origin and to the
 * upload origin of imports, no framing, and no text that becomes markup (Trusted Types).
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

/** Headers that protect the API key in the page from other sites and windows. */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "no-referrer",
};

/** Builds the page of GET /console. Its URLs are relative, so it works under any path prefix. */
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

/**
 * Returns the location of a file or folder that a row of the route table names by its project path: next to the bundle
 * in a deployed function, else in the project.
 */
export function deployedFile(path: string): string {
  const local = new URL(basename(path), import.meta.url);
  return fileURLToPath(existsSync(local) ? local : new URL(`../../../${path}`, import.meta.url));
}

/** The media types of the built console's files. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ["js", "text/javascript; charset=utf-8"],
  ["css", "text/css; charset=utf-8"],
]);

/** The file names of a console page. */
type ConsoleParts = { readonly script: string; readonly style: string };

const folderOf = ({ files = [] }: Route): string => deployedFile(files[0] ?? "");

/**
 * Finds the script and the style sheet in the built console of a row.
 * @throws Error when the console is not built.
 */
export function consoleParts(route: Route): ConsoleParts {
  const names = readdirSync(folderOf(route));
  const named = (ending: string) =>
    names.find((name) => name.startsWith("main-") && name.endsWith(ending));
  const [script, style] = [named(".js"), named(".css")];
  if (!script || !style) throw new Error("the console is not built");
  return { script, style };
}

/**
 * Returns a file of the built console. Its name contains a hash of its content, so it never changes.
 * @throws DomainError `not_found` for any other name.
 */
export function consoleFile(route: Route, name: string): HttpAnswer {
  const type = MEDIA_TYPES.get(name.split(".").at(-1) ?? "");
  // Checks the name against the list of files, so that no path leads out of the folder.
  if (!type || !readdirSync(folderOf(route)).includes(name)) {
    throw new DomainError("not_found", "the console has no such file; GET /console names its own");
  }
  return new HttpAnswer(
    200,
    {
      "content-type": type,
      "cross-origin-resource-policy": "same-origin",
    },
    readFileSync(join(folderOf(route), name), "utf8"),
  );
}

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
<style>
body { margin: 0; }
/* Redoc has light colours alone. In the dark they are inverted, hues kept, but for its samples, which are dark already. */
@media (prefers-color-scheme: dark) {
  html { background: #17181a; }
  redoc { display: block; filter: invert(0.91) hue-rotate(180deg); }
  .api-content ~ div, [id^="operation/"] > div + div, pre { filter: invert(1) hue-rotate(180deg); }
  [id^="operation/"] > div + div pre { filter: none; }
}
</style>
</head>
<body>
<noscript>This page needs JavaScript. <a href="openapi.json">openapi.json</a> says the same.</noscript>
<redoc spec-url="openapi.json"></redoc>
<script src="docs/redoc.standalone.js"></script>
</body>
</html>
`;

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
