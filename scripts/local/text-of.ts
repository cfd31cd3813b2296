import { readFile } from "node:fs/promises";
import { codeOf } from "./failure.ts";

/** What a file says; undefined when there is none. */
export async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
