import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, inject } from "vitest";

/** Counts of runs, by the id of a change. */
type Hits = Record<string, number>;
type Coverage = { static: Hits; perTest: Record<string, Hits> };

declare module "vitest" {
  interface ProvidedContext {
    /** Given by Stryker's runner: the first run, without a change, or that of one change. */
    readonly mode: "dry-run" | "mutant";
  }
}

const stryker = (): { activeMutant?: string; currentTestId?: string; mutantCoverage?: Coverage } =>
  (globalThis as { __stryker__?: object }).__stryker__ ?? {};

/** The tests of the file that have run. */
const ran = new Set<string>();

/** Adds the changes in code that ended commands ran to these tests, which are run again for each of them. */
function addHits(folder: string, tests: Iterable<string>): void {
  const coverage = stryker().mutantCoverage ?? { static: {}, perTest: {} };
  stryker().mutantCoverage = coverage;
  const ids = [...tests];
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const { static: hits } = JSON.parse(readFileSync(path, "utf8")) as Coverage;
    for (const id of ids) coverage.perTest[id] = { ...hits, ...coverage.perTest[id] };
    rmSync(path);
  }
}

if (inject("mode") === "mutant") {
  // test/stack/run-stack.ts passes it on, so that a command runs the changed code.
  beforeAll(() => {
    process.env["__STRYKER_ACTIVE_MUTANT__"] = stryker().activeMutant;
  });
} else {
  const folder = mkdtempSync(join(tmpdir(), "mutants-hits-"));
  const loaded = pathToFileURL(join(import.meta.dirname, "report-coverage.ts"));
  Object.assign(process.env, { MUTANT_COVERAGE: folder, NODE_OPTIONS: `--import ${loaded}` });
  beforeEach(() => {
    ran.add(stryker().currentTestId ?? "");
  });
  afterEach(() => addHits(folder, [stryker().currentTestId ?? ""]));
  // A stack that all tests of the file call ends after the last one.
  afterAll(() => {
    addHits(folder, ran);
    rmSync(folder, { recursive: true });
  });
}
