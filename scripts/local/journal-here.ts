import { placeOfFile, streamOfArn } from "../../shared/operations/journal/journal-file.ts";
import { changesSince, streamArnOfTable } from "./table-stream.ts";
import { runEvery } from "./timers.ts";

const SECONDS = 1;

/** Size of a batch; a killed process may have stored only some files of one batch. */
export const BATCH = 1000n;

/** Writes the table's changes to the journal until `closing` is disposed, in place of Lambda's event source mapping. */
export function journalHere(closing: AsyncDisposableStack): void {
  // The first run writes the last batch again; a repeated change counts once.
  let again = BATCH;
  const write = async () => {
    await writeJournalHere(again);
    again = 0n;
  };
  runEvery(SECONDS, write, closing);
}

/**
 * Writes all changes that are not in the journal yet, like the deployed function. The files show where the journal
 * ends; `again` is the number of earlier changes to write again.
 */
export async function writeJournalHere(again = 0n): Promise<void> {
  const streamArn = await streamArnOfTable();
  if (!streamArn) return;
  const { writeJournal } = await import("../../shared/operations/journal/write-journal.ts");
  const last = (await lastWritten()) - again;
  for await (const records of changesSince(streamArn, last > 0n ? String(last) : undefined)) {
    await writeJournal(records, streamOfArn(streamArn), new Date());
  }
}

/**
 * Returns the last change in any file; 0 before the first. The engine continues its numbers when its stream is switched
 * off and on.
 */
async function lastWritten(): Promise<bigint> {
  const { listJournalFiles } = await import(
    "../../shared/operations/journal/store-journal-files.ts"
  );
  const files = await listJournalFiles();
  const lasts = files.map(({ key }) => placeOfFile(key)?.last ?? "0").sort();
  return BigInt(lasts.at(-1) ?? "0");
}
