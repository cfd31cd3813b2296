import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DATABASE, emptyDataFolder, OBJECTS, RESTORING } from "../../local/data-folder.ts";
import { codeOf, Failure } from "../../local/failure.ts";
import { copyFile, type Hashed } from "./copy-file.ts";
import { type FileEntry, readManifest } from "./manifest.ts";

/**
 * Replaces the data in a folder that this process has taken by a backup. Everything is copied and compared with the
 * manifest first; until then the existing data stays unchanged.
 * @throws Failure if the backup is incomplete, or data exists and `force` is not set.
 */
export async function restoreInto(dataDir: string, from: string, force: boolean) {
  const manifest = await readManifest(from);
  if (!force && holdsData(dataDir)) {
    throw new Failure(`${dataDir} holds data already: --force puts the backup in their place`);
  }
  const aside = join(dataDir, RESTORING);
  await rm(aside, { recursive: true, force: true });
  try {
    await mkdir(aside);
    for (const file of manifest.files) await copyListed(from, aside, file);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
  await swapIn(dataDir, aside, manifest.files);
  return manifest;
}

const holdsData = (dataDir: string): boolean =>
  [DATABASE, OBJECTS].some((name) => existsSync(join(dataDir, name)));

async function copyListed(from: string, to: string, entry: FileEntry): Promise<void> {
  const copied = await copiedOrMissing(join(from, entry.path), join(to, entry.path));
  if (copied?.bytes === entry.bytes && copied.sha256 === entry.sha256) return;
  const what = copied ? "is not what its manifest lists" : "is missing";
  throw new Failure(`${join(from, entry.path)} ${what}: nothing was restored`);
}

async function copiedOrMissing(from: string, to: string): Promise<Hashed | undefined> {
  try {
    return await copyFile(from, to);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Moves the copied files into place. The database is moved last: without it, no folder looks like complete data. */
async function swapIn(dataDir: string, aside: string, files: readonly FileEntry[]): Promise<void> {
  const names = new Set(files.map(({ path }) => path.split("/")[0] as string));
  names.delete(DATABASE);
  await emptyDataFolder(dataDir, RESTORING);
  for (const name of [...names, DATABASE]) await rename(join(aside, name), join(dataDir, name));
  await rm(aside, { recursive: true });
}
