import { createHmac, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, Failure } from "./failure.ts";
import { holdFolder, leaveFolder } from "./stack-file.ts";
import { createFile } from "./text-file.ts";

/** The files of the stack in its data folder, in addition to stack.json while it runs. */
export const DATABASE = "dynamodb.db";
export const ENGINE_LOG = "dynamodb.log";
export const OBJECTS = "s3";
/** Cleared at every start. */
export const FUNCTION_LOG = "functions.log";
export const BUNDLES = "bundles";
export const DEMO_KEYS = "demo-keys.json";
/** The key that seals secrets of connected shops. Only its owner can read it. */
export const SEALING_KEY = "sealing.key";
/** Mails of a stack without a mail server, one file each. */
export const MAILS = "mails";
/** The incomplete copy of a restore; replaces the data when it is complete and valid. */
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
  SEALING_KEY,
  MAILS,
  RESTORING,
];

/**
 * Takes the data folder for this process, and creates it if there is none.
 * @returns the id of the process that has it already, else undefined.
 * @throws Failure if the folder contains other files.
 */
export async function takeDataFolder(folder: string): Promise<number | undefined> {
  await markAsOurs(folder);
  return holdFolder(folder);
}

export const giveUpDataFolder = leaveFolder;

/** Makes the key that seals secrets, unless the folder has one. */
export async function ensureSealingKey(folder: string): Promise<void> {
  await createFile(join(folder, SEALING_KEY), randomBytes(32).toString("base64"));
}

/**
 * The key is made after the database, so a folder that has the key alone has lost its data.
 * @throws Failure if the folder has: an engine would begin an empty database.
 */
export async function expectDatabase(folder: string): Promise<void> {
  const sizeOf = (name: string) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    );
  // SQLite takes a file of one byte for an empty one, too.
  if ((await sizeOf(DATABASE)) > 1 || (await sizeOf(SEALING_KEY)) === 0) return;
  throw new Failure(
    `${join(folder, DATABASE)} is missing or empty, and ${folder} held data: run npm run restore, or choose another DATA_DIR to begin anew`,
  );
}

/**
 * Returns the secret that proves the accounts of keys. It is derived from the key that seals secrets: backups have that
 * key already, and with another secret no key would work.
 */
export async function keyProofSecret(folder: string): Promise<string> {
  const sealingKey = await readFile(join(folder, SEALING_KEY), "utf8");
  return createHmac("sha256", sealingKey).update("proofs of keys").digest("hex");
}

/** Removes the files of the stack in its folder, except `kept`, and nothing else. */
export async function emptyDataFolder(folder: string, except?: string): Promise<void> {
  for (const name of MADE_BY_THE_STACK) {
    if (name !== except) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Marks a folder as the stack's, if the stack created it or found it empty. */
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
