import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import { dataRoot } from "./data-root.ts";

/** An empty folder that is removed after the tests of this file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(dataRoot(), "vat-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
