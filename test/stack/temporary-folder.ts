import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import { dataRoot, FOLDERS } from "./data-root.ts";

/** An empty folder that is removed after the tests of this file; one that a test makes for itself, after the run. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(process.env[FOLDERS] ?? dataRoot(), "vat-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
