import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, Failure } from "./failure.ts";
import { holdFolder, leaveFolder } from "./stack-file.ts";

/** What the stack keeps in its data folder, beside stack.json while it runs. */
export const DATABASE = "dynamodb.db";
export const ENGINE_LOG = "dynamodb.log";
export const OBJECTS = "s3";
/** Begins anew with every start. */
export const FUNCTION_LOG = "functions.log";
export const BUNDLES = "bundles";
export const DEMO_KEYS = "demo-keys.json";
/** What a restore has copied so far; it takes the place of the data when all of it is right. */
export const RESTORING = "restoring";
const MARKER = "data-folder.txt";

const MADE_BY_THE_STACK = [
  DATABASE,
  `${DATABASE}-shm`,
  `${DATABASE}-wal`,
  ENGINE_LOG,
  OBJECTS,
  BUNDLES,
  DEMO_KEYS,
  RESTORING,
];

/**
 * Takes the data folder for this process, making it when there is none.
 * @returns the id of the process that has it already, else undefined.
 * @throws Failure when the folder holds things that are not the stack's.
 */
export async function takeDataFolder(folder: string): Promise<number | undefined> {
  await markAsOurs(folder);
  return holdFolder(folder);
}

export const giveUpDataFolder = leaveFolder;

/** Removes what the stack has made in its folder, but for `kept`, and nothing else. */
export async function emptyDataFolder(folder: string, kept?: string): Promise<void> {
  for (const name of MADE_BY_THE_STACK) {
    if (name !== kept) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** A folder is ours when we made it or found it empty; a marker says so ever after. */
async function markAsOurs(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    const names = await readdir(folder);
    if (names.includes(MARKER)) return;
    if (names.length > 0) throw new Failure(`${folder} is not empty and not a data folder of ours`);
    await writeFile(
      join(folder, MARKER),
      "Data of `npm start`; `npm start -- --fresh` empties it.\n",
    );
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`cannot use ${folder} as DATA_DIR: ${codeOf(error) ?? String(error)}`);
  }
}
