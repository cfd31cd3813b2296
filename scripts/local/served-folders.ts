import { createHash } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeOf } from "./failure.ts";
import { holderOf } from "./stack-file.ts";
import { textOf } from "./text-file.ts";

export type ServedFolder = { readonly dataDir: string; readonly url: string };

/** The folder of the notes of this checkout, one per data folder, by which its commands find running stacks. */
const NOTES = fileURLToPath(new URL("../../node_modules/.cache/eu-vat-stacks", import.meta.url));

const noteOf = (dataDir: string): string =>
  join(NOTES, createHash("sha256").update(dataDir).digest("hex"));

/** Records that this process serves the folder, for commands that do not know DATA_DIR. */
export async function noteServedFolder(
  dataDir: string,
  closing: AsyncDisposableStack,
): Promise<void> {
  try {
    await mkdir(NOTES, { recursive: true });
    await writeFile(noteOf(dataDir), dataDir);
    closing.defer(() => rm(noteOf(dataDir), { force: true }));
  } catch (error) {
    // In a container the checkout may belong to another user. There all commands are given DATA_DIR.
    if (codeOf(error) !== "EACCES" && codeOf(error) !== "EROFS") throw error;
  }
}

/** Returns all folders with a running stack. A note may outlive its stack, so the folder itself is checked. */
export async function servedFolders(): Promise<ServedFolder[]> {
  const found = await Promise.all((await notes()).map(servedAt));
  return found.flatMap((folder) => folder ?? []);
}

async function servedAt(note: string): Promise<ServedFolder | undefined> {
  const dataDir = await textOf(join(NOTES, note));
  if (dataDir === undefined) return undefined;
  const url = (await holderOf(dataDir))?.stack?.api_url;
  return url ? { dataDir, url } : undefined;
}

async function notes(): Promise<string[]> {
  try {
    return await readdir(NOTES);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}
