import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ran } from "./tool.ts";

/**
 * Returns the versions that a folder pins, if npm is there to install them. Packages that only a check needs have a lock
 * file of their own, so that `npm ci` of the project omits them.
 */
export const versionsIn =
  (from: string, only?: string) => async (): Promise<string | undefined> => {
    const npm = await ran("npm", ["--version"]);
    if (npm?.code !== 0) return undefined;
    const manifest = JSON.parse(await readFile(join(from, "package.json"), "utf8"));
    return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
      .filter(([name]) => name === (only ?? name))
      .map((one) => one.join("@"))
      .join(", ");
  };

/** Installs the packages that a folder names into `place`. Peers are those of the project, where `place` is below it. */
export async function installPackages(from: string, place: string): Promise<void> {
  await mkdir(place, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) {
    await copyFile(join(from, name), join(place, name));
  }
  const flags = ["--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"];
  const installed = await ran("npm", ["ci", ...flags, "--prefix", place]);
  if (installed?.code !== 0) throw new Error(installed?.stderr ?? "npm is not installed");
}
