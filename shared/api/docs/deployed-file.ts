import { existsSync } from "node:fs";
import { basename } from "node:path";

/**
 * Where a file or folder is that a row of the route table names by its path in the project: beside the
 * bundle, where the stack has put it, and in the project otherwise.
 */
export function deployedFile(path: string): URL {
  const beside = new URL(basename(path), import.meta.url);
  return existsSync(beside) ? beside : new URL(`../../../${path}`, import.meta.url);
}
