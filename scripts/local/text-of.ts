import { readFile } from "node:fs/promises";
import { codeOf } from "./failure.ts";

/** Returns the content of a file; undefined if there is none. */
export async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
