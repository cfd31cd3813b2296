import { spawnSync } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const USAGE = `usage: npm run mutants -- <part of shared> ...
Changes one token at a time in the code of each part, such as ledger/sums, and runs the unit tests on it. Prints the changes
that no test notices. The first run installs Stryker into node_modules/.cache.`;

const folder = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Where structure tests and linters do not look. */
const place = join(root, "node_modules/.cache/stryker");
const stryker = join(place, "node_modules/@stryker-mutator/core/bin/stryker.js");

const run = (command: string, ...args: readonly string[]): number =>
  spawnSync(command, args, { cwd: root, stdio: "inherit" }).status ?? 1;

/** Schemas and calls of the table are left out: integration tests try them. */
const codeOf = (part: string): string =>
  [
    ...[`shared/${part}.ts`, `shared/${part}/**/*.ts`],
    ...["!shared/**/*schema.ts", "!shared/**/store*.ts"],
  ].join(",");

/** TypeScript 7 has no API with which Stryker could rewrite a configuration, hence the plain sandbox. */
const mutate = (part: string): number =>
  run(
    process.execPath,
    ...[stryker, "run", join(folder, "stryker.config.json")],
    ...["--mutate", codeOf(part), "--tempDirName", join(tmpdir(), "mutants")],
    ...["--incrementalFile", `node_modules/.cache/mutants/${part.replaceAll("/", "-")}.json`],
  );

/** Installs Stryker. Vitest, which its runner wants beside itself, is that of the project. */
function isInstalled(): boolean {
  if (existsSync(stryker)) return true;
  for (const file of ["package.json", "package-lock.json"]) {
    cpSync(join(folder, file), join(place, file));
  }
  const flags = ["--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund"];
  return run("npm", "ci", "--prefix", place, ...flags) === 0;
}

const parts = process.argv.slice(2);
const isThere = (part: string): boolean =>
  ["", ".ts"].some((ending) => existsSync(join(root, "shared", `${part}${ending}`)));
const unknown = parts.find((part) => !isThere(part));
if (parts.length === 0 || unknown !== undefined) {
  console.error(unknown === undefined ? USAGE : `shared/${unknown} is not there\n${USAGE}`);
  process.exitCode = 2;
} else {
  process.exitCode = isInstalled() ? Math.max(...parts.map(mutate)) : 1;
}
