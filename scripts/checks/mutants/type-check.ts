import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Change, changedSource } from "./score.ts";

const COPIED = ["functions", "shared", "package.json"];

/** Returns a check that compiles a copy of the product with one change in it, and is true if that fails. */
export function isNoticedByTypes(root: string): (change: Change) => boolean {
  const copy = mkdtempSync(join(tmpdir(), "mutants-types-"));
  for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true });
  mkdirSync(join(copy, "cache"));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  writeFileSync(
    join(copy, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: { tsBuildInfoFile: "./cache/tsc.json" },
      include: ["functions", "shared"],
      exclude: ["functions/console/web"],
    }),
  );
  return (change) => {
    const path = join(copy, change.file);
    writeFileSync(path, changedSource(change));
    const { status } = spawnSync("tsc", ["-p", copy], { cwd: copy, shell: false });
    writeFileSync(path, change.source);
    return status !== 0;
  };
}
