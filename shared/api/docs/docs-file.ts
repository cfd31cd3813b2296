import { readFileSync } from "node:fs";
import { HttpAnswer } from "../http-answer.ts";
import type { Route } from "../route.ts";
import { deployedFile } from "./deployed-file.ts";

/**
 * The file that a row of the route table names, as an answer. Read once: a function's files do not
 * change.
 */
export function fileAnswer({ files = [] }: Route, contentType: string): () => HttpAnswer {
  const [file = ""] = files;
  const place = deployedFile(file);
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
