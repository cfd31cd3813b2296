import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DomainError } from "../../core/errors/errors.ts";
import { HttpAnswer } from "../http-answer.ts";
import type { Route } from "../route.ts";

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

/**
 * Where a file or folder is that a row of the route table names by its path in the project: beside the
 * bundle, where the stack has put it, and in the project otherwise.
 */
export function deployedFile(path: string): URL {
  const beside = new URL(basename(path), import.meta.url);
  return existsSync(beside) ? beside : new URL(`../../../${path}`, import.meta.url);
}

/** The kinds of files that the console is built into. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ["js", "text/javascript; charset=utf-8"],
  ["css", "text/css; charset=utf-8"],
]);

/** What a page of the console is made of, by name. */
type ConsoleParts = { readonly script: string; readonly style: string };

const folderOf = ({ files = [] }: Route): string => fileURLToPath(deployedFile(files[0] ?? ""));

/**
 * The script and the style sheet in the built console that a row names.
 * @throws when it was not built.
 */
export function consoleParts(route: Route): ConsoleParts {
  const names = readdirSync(folderOf(route));
  const named = (ending: string) => names.find((name) => name.endsWith(ending));
  const [script, style] = [named(".js"), named(".css")];
  if (!script || !style) throw new Error("the console is not built");
  return { script, style };
}

/**
 * A file of the built console. Its name holds a hash of its content, so it never changes.
 * @throws DomainError `not_found` for whatever is none of them.
 */
export function consoleFile(route: Route, name: string): HttpAnswer {
  const type = MEDIA_TYPES.get(name.split(".").at(-1) ?? "");
  // Looked for in the list of names: no path leads out of the folder.
  if (!type || !readdirSync(folderOf(route)).includes(name)) {
    throw new DomainError("not_found", "the console has no such file; GET /console names its own");
  }
  return new HttpAnswer(
    200,
    {
      "content-type": type,
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    },
    readFileSync(join(folderOf(route), name), "utf8"),
  );
}
