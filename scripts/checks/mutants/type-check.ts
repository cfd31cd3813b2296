import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Change, changedSource } from "./score.ts";

const COPIED = ["functions", "shared", "package.json"];

/**
 * Returns a check that compiles a copy of the product with one change in it, and is true if that fails.
 * @throws Error if the copy does not compile without a change, because then every change would fail
 */
export function isNoticedByTypes(root: string): (change: Change) => boolean {
  const copy = mkdtempSync(join(tmpdir(), "mutants-types-"));
  process.once("exit", () => rmSync(copy, { recursive: true }));
  for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true });
  mkdirSync(join(copy, "cache"));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  writeFileSync(
    join(copy, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: { tsBuildInfoFile: "./cache/tsc.json" },
      include: ["functions", "shared"],
    }),
  );
  const compiles = (): boolean =>
    spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", copy], { cwd: copy }).status === 0;
  if (!compiles()) throw new Error("the product does not compile");
  return (change) => {
    const path = join(copy, change.file);
    writeFileSync(path, changedSource(change));
    const isNoticed = !compiles();
    writeFileSync(path, change.source);
    return isNoticed;
  };
}
