import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, globSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const USAGE = `usage: npm run mutants -- [--share 0.1 [--seed text]] <part of shared> ...
Changes one token at a time in the code of each part, such as ledger/sums, and runs the unit tests on it. Prints the changes
that no test notices. --share takes a part of the declarations by chance; the same seed takes the same ones. The first run
installs Stryker into node_modules/.cache.`;

const folder = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Where structure tests and linters do not look. */
const place = join(root, "node_modules/.cache/stryker");
const stryker = join(place, "node_modules/@stryker-mutator/core/bin/stryker.js");

const run = (command: string, ...args: readonly string[]): number =>
  spawnSync(command, args, { cwd: root, stdio: "inherit" }).status ?? 1;

const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/^(?!import type).*from "(\.[^"]+)";$/gm)].map(([, path = ""]) =>
    join(dirname(file), path),
  );

const reaching = new Map<string, boolean>();

/** True for a file that calls the table or leads to one that does: a use case, which integration tests try. */
function reachesTable(file: string): boolean {
  const known = reaching.get(file);
  if (known !== undefined) return known;
  reaching.set(file, false);
  const reaches = /\/store[^/]*$/.test(file) || importsOf(file).some(reachesTable);
  reaching.set(file, reaches);
  return reaches;
}

const filesOf = (part: string): string[] =>
  globSync([`shared/${part}.ts`, `shared/${part}/**/*.ts`], { cwd: root })
    .filter((file) => !file.endsWith("schema.ts") && !reachesTable(file))
    .sort();

/** Returns the first and last line of each declaration at the top of a file. */
function declarationsOf(file: string): string[] {
  const lines = textOf(file).split("\n");
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
        .filter((one) => isTaken(one, share, seed));

/** TypeScript 7 has no API with which Stryker could rewrite a configuration, hence the plain sandbox. */
const mutate = (part: string): number =>
  run(
    process.execPath,
    ...[stryker, "run", join(folder, "stryker.config.json")],
    ...["--mutate", codeOf(part).join(","), "--tempDirName", join(tmpdir(), "mutants")],
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
