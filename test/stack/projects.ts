import { globSync, readFileSync } from "node:fs";

/** Requests leave much garbage. With the default of 16 MB, objects of running requests are copied again and again. */
export const LARGE_SEMI_SPACE = "--max-semi-space-size=64";

/** Unit tests and rules of the structure call no stack, so none is started for a run of these alone. */
const WITHOUT_STACK = "test/{unit,structure,docs}";
const WITH_STACK = "test/!(unit|structure|docs)";
const SOAK = "test/**/*.soak.test.ts";

/**
 * The tests under a folder in two projects. Tests share processes, which load modules once. What a file changes in its
 * process is put back before the next one (put-back.ts); files that change more than that (modules, clients) have a
 * process each, and test/structure/test-rules.test.ts checks that they are marked. Long forms that say nothing in
 * seconds (*.soak.test.ts) run in `npm run soak` alone.
 */
function twoProjects(name: string, folder: string, globalSetup: string) {
  const alone = `${folder}/**/*.alone.test.ts`;
  const both = { extends: true as const };
  return [
    { ...both, test: { name: `${name}-alone`, globalSetup, include: [alone] } },
    {
      ...both,
      test: {
        name,
        globalSetup,
        include: [`${folder}/**/*.test.ts`],
        exclude: [alone, SOAK, "**/node_modules/**"],
        isolate: false,
      },
    },
  ];
}

/** `npm test`: `--project unit` and `--project unit-alone` need no stack. */
export const testProjects = () => [
  ...twoProjects("unit", WITHOUT_STACK, "test/stack/without-stack.ts"),
  ...twoProjects("stack", WITH_STACK, "test/stack/global-setup.ts"),
];

/** What marks a test that has a long form of its own, or rows that `npm test` takes in turns. */
const HAS_LONG_FORM = /\b(?:lengthOf|soaking|eachNth|inSoak|itInTurn|describeInTurn)\b/;

/** `npm run soak`: the long forms and all rows, one file after the other. */
export const soakProjects = () => [
  {
    extends: true as const,
    test: {
      name: "soak",
      globalSetup: "test/stack/global-setup.ts",
      include: [
        SOAK,
        "test/{model,crash,explorer,faults,fuzz,isolation,conformance}/**/*.test.ts",
        // Their helpers have the long forms.
        "test/integration/{console,operations/journal,**/races}/*.test.ts",
        ...globSync("test/**/*.test.ts").filter((file) =>
          HAS_LONG_FORM.test(readFileSync(file, "utf8")),
        ),
      ],
      maxWorkers: 1,
      fileParallelism: false,
      testTimeout: 6 * 3_600_000,
      disableConsoleIntercept: true,
    },
  },
];
