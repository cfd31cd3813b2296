import { cpSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DATABASE, SEALING_KEY } from "../../scripts/local/data-folder.ts";
import { copyDatabase } from "../../scripts/operate/local-data/database-copy.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Names the folder that `preparedFolder` copies. The global setup sets it for all its workers. */
export const PREPARED = "PREPARED_DATA_FOLDER";

/** Keeps the database of a stack that has just started for the first time, in a new `folder`. */
export async function keepPrepared(dataDir: string, folder: string): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, "data-folder.txt"), "a prepared data folder\n");
  await copyDatabase(join(dataDir, DATABASE), join(folder, DATABASE));
  // The database holds the fingerprint of the key.
  await copyFile(join(dataDir, SEALING_KEY), join(folder, SEALING_KEY));
}

/**
 * A data folder on which a stack has started before, with nobody's data: a start on it does not read the
 * history of exchange rates and does not store it, which takes longer than the rest of a first start.
 */
export function preparedFolder(): string {
  const folder = join(temporaryFolder(), "data");
  cpSync(process.env[PREPARED] ?? "", folder, { recursive: true });
  return folder;
}
