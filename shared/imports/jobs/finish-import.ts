import { GrowingFile, inTemporaryFolder } from "../../platform/temp-files.ts";
import { findingsHead } from "./findings-csv.ts";
import type { ImportJob } from "./job.ts";
import { moveImportJob } from "./store-jobs.ts";
import { findingsFile, findingsObject, readText, storeLargeObject } from "./store-objects.ts";
import { finished } from "./transitions.ts";

/** Parts whose findings are read at once. */
const READ_AT_ONCE = 8;

/** Puts the findings of all parts together, and ends the import. Done again, it does the same. */
export async function finishImport(account: string, job: ImportJob, now: Date): Promise<void> {
  if (job.state !== "undoing") await storeFindings(account, job);
  for (const move of finished(now)) {
    if (move.from.includes(job.state)) await moveImportJob(account, job, move);
  }
}

async function storeFindings(account: string, job: ImportJob): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    await using file = await GrowingFile.in(folder, "findings");
    await file.append(findingsHead());
    const { row_parts = 0, correction_parts = 0 } = job;
    for (let first = 1; first <= row_parts + correction_parts; first += READ_AT_ONCE) {
      const parts = Array.from({ length: READ_AT_ONCE }, (_, n) => first + n);
      const texts = await Promise.all(
        parts.map((part) => readText(findingsObject(account, job.id, job.pass, part))),
      );
      await file.append(texts.join(""));
    }
    await storeLargeObject(findingsFile(account, job.id, job.pass), await file.close());
  });
}
