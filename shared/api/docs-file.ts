import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { HttpAnswer } from "./http-answer.ts";
import type { Route } from "./route.ts";

/**
 * The file that a row of the route table names, as an answer. It lies beside the bundle where the
 * stack has put it, and in the project otherwise. Read once: a function's files do not change.
 */
export function fileAnswer({ files = [] }: Route, contentType: string): () => HttpAnswer {
  const [file = ""] = files;
  const beside = new URL(basename(file), import.meta.url);
  const place = existsSync(beside) ? beside : new URL(`../../${file}`, import.meta.url);
  let read: HttpAnswer | undefined;
  return () => {
    read ??= new HttpAnswer(
      200,
      { "content-type": contentType, "x-content-type-options": "nosniff" },
      readFileSync(place, "utf8"),
    );
    return read;
  };
}
