import { placeOfFile, streamOfArn } from "../../shared/operations/journal/journal-file.ts";
import { changesSince, streamArnOfTable } from "./table-stream.ts";
import { runEvery } from "./timers.ts";

const SECONDS = 1;

/** A batch at most, of which a process that was killed may have stored some files and others not. */
export const BATCH = 1000n;

/** Writes the table's changes into the journal until `closing` is disposed: in the place of Lambda's event source mapping. */
export function journalHere(closing: AsyncDisposableStack): void {
  // The first time it writes the last batch of before once more: a change counts once.
  let again = BATCH;
  const write = async () => {
    await writeJournalHere(again);
    again = 0n;
  };
  runEvery(SECONDS, write, closing);
}

/**
 * Writes all changes that are not in the journal yet, as the function does that is deployed. Where the journal ends is asked of the
 * files; `again` so many changes before it.
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

/** The last change that some file has; 0 before the first. The engine counts on when its stream is switched off and on. */
async function lastWritten(): Promise<bigint> {
  const { listJournalFiles } = await import(
    "../../shared/operations/journal/store-journal-files.ts"
  );
  const files = await listJournalFiles();
  const lasts = files.map(({ key }) => placeOfFile(key)?.last ?? "0").sort();
  return BigInt(lasts.at(-1) ?? "0");
}
