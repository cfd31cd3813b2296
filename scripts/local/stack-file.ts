import { link, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { codeOf } from "./failure.ts";
import { lifeOf } from "./process-life.ts";
import { textOf } from "./text-of.ts";

const RunningStack = z.strictObject({
  api_url: z.string(),
  dynamodb_endpoint: z.string(),
  s3_endpoint: z.string(),
  region: z.string(),
  table: z.string(),
  bucket: z.string(),
  import_bucket: z.string(),
  /** `local` when the stack knows no others; else a command needs the ones the stack was given. */
  credentials: z.enum(["local", "environment"]),
  /** Of the local credentials, the secret. */
  secret: z.string().optional(),
  /** `folder` when database and files are in the data folder, and not somewhere else altogether. */
  data: z.enum(["folder", "elsewhere"]),
});

/** Where a running stack is reached. */
export type RunningStack = z.output<typeof RunningStack>;

/** stack.json: who holds the data folder, and, once it serves, where. */
const StackFile = z.strictObject({
  pid: z.int(),
  life: z.string(),
  ...RunningStack.partial().shape,
});

const STACK_FILE = "stack.json";

/** The process that holds the folder, and its stack when that is up; undefined when nobody does. */
export async function holderOf(
  folder: string,
): Promise<{ pid: number; stack: RunningStack | undefined } | undefined> {
  const text = await textOf(join(folder, STACK_FILE));
  return text === undefined ? undefined : livingHolder(text);
}

/**
 * Makes this process the holder of the folder. The file appears with its content in one step
 * (link), so nobody reads half of it, and of two that try at once one fails.
 * @returns the pid of the holder when it is another living process, else undefined.
 */
export async function holdFolder(folder: string): Promise<number | undefined> {
  const file = join(folder, STACK_FILE);
  const own = await writtenAside(file, holderText({}));
  try {
    while (!(await linked(own, file))) {
      const holder = (await holderOf(folder))?.pid;
      if (holder !== undefined) return holder;
      await removeDead(file);
    }
    return undefined;
  } finally {
    await rm(own, { force: true });
  }
}

/** Tells other commands where the stack of this process is. */
export async function publishStack(folder: string, stack: RunningStack): Promise<void> {
  const file = join(folder, STACK_FILE);
  await rename(await writtenAside(file, holderText(stack)), file);
}

export const leaveFolder = (folder: string): Promise<void> =>
  rm(join(folder, STACK_FILE), { force: true });

const holderText = (stack: Partial<RunningStack>): string =>
  `${JSON.stringify({ pid: process.pid, life: lifeOf(process.pid), ...stack }, null, 2)}\n`;

function livingHolder(text: string) {
  const { pid, life, ...stack } = StackFile.parse(JSON.parse(text));
  if (lifeOf(pid) !== life) return undefined;
  return { pid, stack: RunningStack.safeParse(stack).data };
}

async function writtenAside(file: string, text: string): Promise<string> {
  const aside = `${file}.${process.pid}`;
  await writeFile(aside, text, { mode: 0o600 });
  return aside;
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Moved away before it is looked at again: of two that clear up at once, none removes the other's new file. */
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
