import { writeFile } from "node:fs/promises";
import { backup, DatabaseSync } from "node:sqlite";
import { Failure } from "../../local/failure.ts";

/** As long as an engine may hold a write of its own. */
const PATIENCE_MS = 30_000;
/** All pages in one step: of a database that is written to, a copy in several steps begins anew each time. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies the engine's database as it was at one moment, also while the engine writes to it: what was
 * committed before is in the copy whole, what is committed meanwhile is not.
 * @throws Failure when the copy is no sound database.
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

/** In one file: beside a copy in write-ahead mode there would be two more. */
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
