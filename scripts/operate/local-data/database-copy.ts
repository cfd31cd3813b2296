import { writeFile } from "node:fs/promises";
import { backup, DatabaseSync } from "node:sqlite";
import { Failure } from "../../local/failure.ts";

/** Maximum time that an engine may hold a write. */
const PATIENCE_MS = 30_000;
/** All pages in one step: a copy in several steps would restart at every write. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies the engine's database at one moment, even during writes: earlier commits are complete in the copy, later ones
 * are not in it.
 * @throws Failure if the copy is not a valid database.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await writeFile(to, "", { mode: 0o600 });
  const source = new DatabaseSync(from, { readOnly: true, timeout: PATIENCE_MS });
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  closeAndCheck(to);
}

/** Closes the copy as a single file: in write-ahead mode there would be two more. */
function closeAndCheck(file: string): void {
  const copy = new DatabaseSync(file);
  try {
    copy.exec("PRAGMA journal_mode = DELETE");
    const result = copy.prepare("PRAGMA quick_check").get()?.["quick_check"];
    if (result !== "ok") throw new Failure(`the copy of the database is broken: ${result}`);
  } finally {
    copy.close();
  }
}
