import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, globSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { changesIn, scoreLines } from "./score.ts";
import { isNoticedByTypes } from "./type-check.ts";

const USAGE = `usage: npm run mutants -- [--share 0.1 [--seed text]] <part of shared> ...
Changes one token at a time in the code of each part, such as ledger/sums or the wing vat, and runs the tests of its wing on
it. What no test notices is given to the compiler. Prints the changes that neither notices. --share takes a part of the
declarations by chance; the same seed takes the same ones. The first run installs Stryker into node_modules/.cache.`;

const folder = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Paths that structure tests and linters ignore. */
const place = join(root, "node_modules/.cache/stryker");
const stryker = join(place, "node_modules/@stryker-mutator/core/bin/stryker.js");

const testsIn = (name: string): string => `test/${name}/**/*.test.ts`;

/** The tests of a wing that are not in the folders of its name. What all wings use, the tests of all wings try. */
const MORE_TESTS: Readonly<Record<string, readonly string[]>> = {
  core: [testsIn("unit"), testsIn("integration/api")],
  platform: [testsIn("unit"), testsIn("integration/api")],
  vat: [testsIn("conformance")],
  accounts: ["test/isolation/persons.test.ts", "test/integration/openapi/errors.test.ts"],
  notifications: ["test/integration/{console/mails,openapi/errors}.test.ts"],
  returns: [testsIn("unit/notifications")],
  operations: [
    "test/integration/accounts/{operators,*sandbox}.test.ts",
    "test/integration/{ledger,returns/locks}/tampering.test.ts",
    "test/unit/{ledger/audit-*,returns/locks/evidence,accounts/sandbox}.test.ts",
  ],
  api: [
    testsIn("unit/openapi"),
    testsIn("integration/openapi"),
    testsIn("isolation"),
    "test/integration/ledger/refusals.test.ts",
  ],
};

/** Returns the environment with the tests that are run on a part. MUTANT_TESTS names others, which are faster. */
function environmentOf(part: string): NodeJS.ProcessEnv {
  const [wing = ""] = part.split("/");
  const own = [testsIn(`unit/${wing}`), testsIn(`integration/${wing}`)];
  const tests = [...own, ...(MORE_TESTS[wing] ?? [])].join(" ");
  return { MUTANT_TESTS: tests, ...process.env };
}

const run = (env: NodeJS.ProcessEnv, command: string, ...args: readonly string[]): number =>
  spawnSync(command, args, { cwd: root, stdio: "inherit", env }).status ?? 1;

const filesOf = (part: string): string[] =>
  globSync([`shared/${part}.ts`, `shared/${part}/**/*.ts`], { cwd: root })
    .filter((file) => !file.endsWith("schema.ts"))
    .sort();

/** Returns the first and last line of each declaration at the top of a file. */
function declarationsOf(file: string): string[] {
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  const starts = lines.flatMap((line, n) =>
    /^\S/.test(line) && (lines[n - 1] ?? "") === "" ? [n + 1] : [],
  );
  return starts.map((start, n) => `${file}:${start}-${(starts[n + 1] ?? lines.length + 1) - 1}`);
}

/** Returns true for a share of the texts, the same texts for the same seed. */
const isTaken = (text: string, share: number, seed: string): boolean =>
  createHash("sha256").update(`${seed} ${text}`).digest().readUInt32BE() < share * 2 ** 32;

const codeOf = (part: string): string[] =>
  share === 1
    ? filesOf(part)
    : filesOf(part)
        .flatMap(declarationsOf)
        .filter((line) => isTaken(line, share, seed));

/** TypeScript 7 has no API with which Stryker could rewrite a configuration, hence the plain sandbox. */
function mutate(part: string): number {
  const code = codeOf(part);
  const files = new Set(code.map((line) => line.replace(/:.*/, "")));
  const status = run(
    { ...environmentOf(part), CHANGED_FILES: [...files].join(",") },
    process.execPath,
    ...[stryker, "run", join(folder, "stryker.config.json")],
    ...["--mutate", code.join(","), "--tempDirName", join(tmpdir(), "mutants")],
    ...["--incrementalFile", `node_modules/.cache/mutants/${part.replaceAll("/", "-")}.json`],
  );
  if (status !== 0) return status;
  console.log(scoreLines(part, changesIn(root), isNoticedByTypes(root)).join("\n"));
  return status;
}

/** Installs Stryker. Vitest, which its runner wants beside itself, is that of the project. */
function isInstalled(): boolean {
  if (existsSync(stryker)) return true;
  for (const file of ["package.json", "package-lock.json"]) {
    cpSync(join(folder, file), join(place, file));
  }
  const flags = ["--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund"];
  return run(process.env, "npm", "ci", "--prefix", place, ...flags) === 0;
}

const { values, positionals: parts } = parseArgs({
  options: {
    share: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
  },
  allowPositionals: true,
});
const { seed } = values;
const share = Number(values.share);
const isThere = (part: string): boolean =>
  ["", ".ts"].some((ending) => existsSync(join(root, "shared", `${part}${ending}`)));
const unknown = parts.find((part) => !isThere(part));
const isShare = share > 0 && share <= 1;
if (parts.length === 0 || unknown !== undefined || !isShare) {
  console.error(unknown === undefined ? USAGE : `shared/${unknown} is not there\n${USAGE}`);
  process.exitCode = 2;
} else {
  process.exitCode = isInstalled() ? Math.max(...parts.map(mutate)) : 1;
}
