import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { codeOf } from "./failure.ts";
import { lifeOf } from "./process-life.ts";
import { createFile, linked, parsedJson, replaceFile, textOf } from "./text-file.ts";

const RunningStack = z.strictObject({
  api_url: z.string(),
  dynamodb_endpoint: z.string(),
  s3_endpoint: z.string(),
  region: z.string(),
  table: z.string(),
  bucket: z.string(),
  import_bucket: z.string(),
  /** The secrets that prove the accounts of keys, so that a command makes the same keys as the API. */
  key_proof_secrets: z.string().optional(),
  /** `local` if the stack uses local credentials; otherwise a command needs the credentials given to the stack. */
  credentials: z.enum(["local", "environment"]),
  /** The secret of the local credentials. */
  secret: z.string().optional(),
  /** `folder` if database and files are in the data folder, not at external endpoints. */
  data: z.enum(["folder", "elsewhere"]),
});

export type RunningStack = z.output<typeof RunningStack>;

/** The content of stack.json: the holder of the data folder and, once it serves, its endpoints. */
const StackFile = z.looseObject({ pid: z.int(), life: z.string() });

const STACK_FILE = "stack.json";

/** Returns the process that holds the folder, with its stack if that is running; undefined if there is no holder. */
export async function holderOf(
  folder: string,
): Promise<{ pid: number; stack: RunningStack | undefined } | undefined> {
  const text = await textOf(join(folder, STACK_FILE));
  return text === undefined ? undefined : livingHolder(text);
}

/**
 * Makes this process the holder of the folder.
 * @returns the pid of the holder if it is another living process, else undefined.
 */
export async function holdFolder(folder: string): Promise<number | undefined> {
  const file = join(folder, STACK_FILE);
  while (!(await createFile(file, holderText({})))) {
    const holder = (await holderOf(folder))?.pid;
    if (holder !== undefined) return holder;
    await removeDead(file);
  }
  return undefined;
}

/** Publishes the endpoints of this process's stack for other commands. */
export const publishStack = (folder: string, stack: RunningStack): Promise<void> =>
  replaceFile(join(folder, STACK_FILE), holderText(stack));

export const leaveFolder = (folder: string): Promise<void> =>
  rm(join(folder, STACK_FILE), { force: true });

const holderText = (stack: Partial<RunningStack>): string =>
  `${JSON.stringify({ pid: process.pid, life: lifeOf(process.pid), ...stack }, null, 2)}\n`;

/** Returns the holder that a file names, if that process lives. A file that cannot be read, as after a power cut, names none. */
function livingHolder(text: string) {
  const { data: file } = StackFile.safeParse(parsedJson(text));
  if (!file || lifeOf(file.pid) !== file.life) return undefined;
  const { pid, life, ...stack } = file;
  return { pid, stack: RunningStack.safeParse(stack).data };
}

/**
 * Removes the file of a dead process. The file is renamed before it is checked again, so that two concurrent removals
 * never delete a new file.
 */
async function removeDead(file: string): Promise<void> {
  const aside = `${file}.${process.pid}.dead`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  const text = await textOf(aside);
  if (text !== undefined && livingHolder(text)) await linked(aside, file);
  await rm(aside, { force: true });
}
