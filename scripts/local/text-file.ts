import { link, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf, Failure } from "./failure.ts";

/**
 * Returns the content of a file; undefined if there is none.
 * @throws Failure if it cannot be read, as a folder of that name.
 */
export async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new Failure(`${file} cannot be read (${codeOf(error)}): move it away`);
  }
}

/** Returns the JSON of a text; undefined for any other text, such as that of a file which was cut. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Writes a file that only its owner can read. It appears complete in one step, and is on the disk when this resolves: a
 * kill or a power cut leaves the former file or the new one.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  await rename(await writtenAside(file, text), file);
  await flush(dirname(file));
}

/** Creates a file with a text. Returns false if the file exists; one of two concurrent attempts succeeds. */
export async function createFile(file: string, text: string): Promise<boolean> {
  const aside = await writtenAside(file, text);
  try {
    return await linked(aside, file);
  } finally {
    await rm(aside, { force: true });
    await flush(dirname(file));
  }
}

/** Gives a file a second name. @returns false if there is a file of that name. */
export async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Waits until a file is on the disk, or the names in a folder. */
export async function flush(path: string): Promise<void> {
  await using handle = await open(path);
  await handle.sync();
}

async function writtenAside(file: string, text: string): Promise<string> {
  const aside = `${file}.${process.pid}`;
  await writeFile(aside, text, { mode: 0o600, flush: true });
  return aside;
}
