import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const tests = process.env["MUTANT_TESTS"] ?? "test/unit/**/*.test.ts";
const files = globSync(tests.split(" "), { cwd: root }).filter(
  (file) => !file.endsWith(".soak.test.ts"),
);
const textOf = (file: string): string => readFileSync(`${root}/${file}`, "utf8");
/** Tests that work off a queue themselves, or have a table of their own, which no worker of this process should read. */
const IS_ALONE = /local-queues\.ts|stack\/(?:table-of-own|held-calls|webhook-tools|mails)\.ts/;
const isAlone = (file: string): boolean =>
  file.endsWith(".alone.test.ts") || IS_ALONE.test(textOf(file));

/** The API in the process of the tests logs with them. */
const READS_LOG = /stack\/function-log/;
/** No worker runs beside tests that are alone, also none for imports. */
const WAITS_FOR_WORKERS = /stack\/imports\.ts/;
function canBeTried(file: string): boolean {
  if (file.startsWith("test/unit")) return true;
  const text = textOf(file);
  return !READS_LOG.test(text) && !(isAlone(file) && WAITS_FOR_WORKERS.test(text));
}
const include = files.filter(canBeTried);
/** The API would go by the clock of these tests in their process: they call that of the whole run. */
const setsClock = (file: string): boolean =>
  !file.startsWith("test/unit") && /toFake: \["Date"\]/.test(textOf(file));

const isUnit = ({ moduleId }: TestSpecification): boolean => moduleId.includes("/test/unit/");

/** Runs unit tests first: a change that one of them notices needs no test over HTTP. */
class UnitsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isUnit), ...sorted.filter((file) => !isUnit(file))];
  }
}

const project = (name: string, isIncluded: (file: string) => boolean, isolate: boolean) => ({
  extends: true as const,
  test: { name, include: include.filter(isIncluded), isolate, env: { API_OF_TESTS: name } },
});

/** The form of a change of a function that is one expression. Stryker decides on it when the module is loaded. */
const AT_LOAD =
  /stryMutAct_9fa48\("(\d+)"\)\s*\?\s*\(\)\s*=>\s*undefined\s*:\s*\(\s*stryCov_9fa48\("\1"\)\s*,/g;
const AT_CALL = `
function stryker_at_call(id, changed) {
  const call = (...args) =>
    stryMutAct_9fa48(id) ? undefined : (stryCov_9fa48(id), changed(...args));
  const { name, length } = changed;
  return Object.defineProperties(call, { name: { value: name }, length: { value: length } });
}
`;

/** Has such a change decided at each call, because one process loads a module once for all changes. */
function decideAtCall(code: string): string | undefined {
  const text = code.replaceAll(AT_LOAD, 'stryker_at_call("$1",');
  return text === code ? undefined : `${text}${AT_CALL}`;
}

/** The tests of a part, which Stryker runs again for each mutant. */
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
      transform: (code, id) => (id.includes("/shared/") ? decideAtCall(code) : undefined),
    },
  ],
  test: {
    globalSetup: "scripts/checks/mutants/global-setup.ts",
    setupFiles: ["stack-here.ts", "changed-commands.ts"].map(
      (name) => `scripts/checks/mutants/${name}`,
    ),
    sequence: { sequencer: UnitsFirst },
    testTimeout: 60_000,
    projects: [
      project("together", (file) => !isAlone(file) && !setsClock(file), false),
      project("alone", (file) => isAlone(file) && !setsClock(file), true),
      project("elsewhere", setsClock, true),
    ].filter(({ test }) => test.include.length > 0),
  },
});
