import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const isolate = process.env["MUTANT_ISOLATE"] === "1";
const tests = process.env["MUTANT_TESTS"] ?? "test/unit/**/*.test.ts";

const LEFT_OUT = isolate ? /\.soak\.test\.ts$/ : /\.(alone|soak)\.test\.ts$/;
/** The API runs in the process of the tests: it would go by their clock, and its calls would be counted. */
const CHANGES_ITS_PROCESS = isolate
  ? /toFake: \["Date"\]/
  : /stack\/function-log|vi\.(mock|spyOn|useFakeTimers)/;
const changesItsProcess = (file: string): boolean =>
  !file.startsWith("test/unit") &&
  CHANGES_ITS_PROCESS.test(readFileSync(`${root}/${file}`, "utf8"));

const include = globSync(tests.split(","), { cwd: root }).filter(
  (file) => !LEFT_OUT.test(file) && !changesItsProcess(file),
);

const isUnit = ({ moduleId }: TestSpecification): boolean => moduleId.includes("/test/unit/");

/** What a unit test notices, no test over HTTP has to. */
class UnitsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isUnit), ...sorted.filter((file) => !isUnit(file))];
  }
}

/** The tests that share a process, which Stryker runs again for each mutant. */
export default defineConfig({
  root,
  plugins: [
    {
      name: "keeps nothing",
      enforce: "pre",
      // A result of one changed code would be there for the next one, in the same process.
      load: (id) =>
        id.endsWith("/core/kept-results.ts")
          ? "export const keepResults = (parse) => parse;"
          : undefined,
    },
  ],
  test: {
    globalSetup: "scripts/checks/mutants/global-setup.ts",
    setupFiles: "scripts/checks/mutants/stack-here.ts",
    include,
    sequence: { sequencer: UnitsFirst },
    isolate,
    testTimeout: 60_000,
  },
});
