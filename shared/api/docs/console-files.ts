import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DomainError } from "../../core/errors/errors.ts";
import { HttpAnswer } from "../http-answer.ts";
import type { Route } from "../route.ts";
import { deployedFile } from "./deployed-file.ts";

/** The kinds of files that the console is built into. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ["js", "text/javascript; charset=utf-8"],
  ["css", "text/css; charset=utf-8"],
]);

/** What a page of the console is made of, by name. */
export type ConsoleParts = { readonly script: string; readonly style: string };

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
