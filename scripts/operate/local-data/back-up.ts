import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { DATABASE, DEMO_KEYS, OBJECTS, SEALING_KEY } from "../../local/data-folder.ts";
import { codeOf, Failure } from "../../local/failure.ts";
import { textOf } from "../../local/text-file.ts";
import { copyFile, filesBelow, type Hashed, hashFile } from "./copy-file.ts";
import { copyDatabase } from "./database-copy.ts";
import { type FileEntry, MANIFEST, manifestOf } from "./manifest.ts";

/** The copied files; `unsound` are files that do not match their own checksum, copied unchanged. */
export type BackedUp = {
  readonly files: readonly FileEntry[];
  readonly unsound: readonly string[];
};

/**
 * Copies the data into a new folder, even during writes. The database is copied first: a file is stored before the item
 * that names it, so every file named in the copy exists.
 * @throws Failure if there is no data, or the target is not empty.
 */
export async function backUp(dataDir: string, to: string, now: Date): Promise<BackedUp> {
  await makeEmpty(to);
  await copyDatabase(join(dataDir, DATABASE), join(to, DATABASE));
  const files = [entryOf(DATABASE, await hashFile(join(to, DATABASE)))];
  const unsound: string[] = [];
  for (const path of await otherPaths(dataDir)) {
    const copied = await copySound(join(dataDir, path), join(to, path));
    if (copied) files.push(entryOf(path, copied));
    if (copied?.sound === false) unsound.push(path);
  }
  const manifest = `${JSON.stringify(manifestOf(files, now), null, 2)}\n`;
  await writeFile(join(to, MANIFEST), manifest, { mode: 0o600 });
  return { files, unsound };
}

/** True if there is data to back up. */
export const hasData = (dataDir: string): boolean => existsSync(join(dataDir, DATABASE));

async function makeEmpty(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    throw new Failure(`cannot use ${folder}: ${codeOf(error) ?? String(error)}`);
  }
  throw new Failure(`${folder} is not empty`);
}

const entryOf = (path: string, { bytes, sha256 }: Hashed): FileEntry => ({ path, bytes, sha256 });

async function otherPaths(dataDir: string): Promise<string[]> {
  const objects = join(dataDir, OBJECTS);
  const stored = existsSync(objects) ? await filesBelow(objects, dataDir) : [];
  const keys = [DEMO_KEYS, SEALING_KEY].filter((name) => existsSync(join(dataDir, name)));
  return [...keys, ...stored];
}

const ATTEMPTS = 20;
const PAUSE_MS = 100;

/**
 * Copies a file, and repeats the copy while the file is being written. A file that a killed process left incomplete
 * stays so, and is copied unchanged. Undefined if the file is gone meanwhile.
 */
async function copySound(from: string, to: string) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const copied = await copyFile(from, to);
      const sound = await fitsChecksum(from, copied);
      if (sound || attempt === ATTEMPTS) return { ...copied, sound };
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    }
    await wait(PAUSE_MS);
  }
}

/**
 * True if a file matches its checksum. The local S3 server stores the MD5 of an object in a separate file when the
 * object is complete.
 */
async function fitsChecksum(file: string, { md5 }: Hashed): Promise<boolean> {
  if (!file.endsWith("._S3rver_object")) return true;
  return (await textOf(`${file}.md5`)) === md5;
}
