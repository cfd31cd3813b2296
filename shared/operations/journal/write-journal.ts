import { canonicalText, sha256Of } from "../../core/hash.ts";
import { accountOfChange, isJournaled, journalFile } from "./journal-file.ts";
import {
  coveredItem,
  type JournalRecord,
  recordOfChange,
  type StreamRecord,
} from "./journal-record.ts";
import { putJournalFile } from "./store-journal-files.ts";

/** Maximum number of files stored at once. */
const AT_ONCE = 20;

/**
 * Writes the changes of a batch to the journal, with one file per account. If a file cannot be stored, the batch fails
 * and is delivered again; files that were stored already stay unchanged.
 * @param stream the name of the stream
 * @returns number of changes and files written
 */
export async function writeJournal(
  batch: readonly StreamRecord[],
  stream: string,
  now: Date,
): Promise<{ readonly changes: number; readonly files: number }> {
  const records = batch.map(recordOfChange).filter(isRecorded).map(withoutTexts);
  const files = [...Map.groupBy(records, accountOfChange)].map(([account, own]) =>
    journalFile(account, stream, own, sha256Of),
  );
  for (let first = 0; first < files.length; first += AT_ONCE) {
    const some = files.slice(first, first + AT_ONCE);
    await Promise.all(some.map((file) => putJournalFile(file, now)));
  }
  return { changes: records.length, files: files.length };
}

/** True for a journaled change. DynamoDB reports no write without a change; other engines do. */
const isRecorded = ({ pk, old, new: now }: JournalRecord): boolean =>
  isJournaled(pk) && !(old && now && canonicalText(old) === canonicalText(now));

const withoutTexts = ({ old, new: now, ...record }: JournalRecord): JournalRecord => ({
  ...record,
  ...(old ? { old: coveredItem(old, sha256Of) } : {}),
  ...(now ? { new: coveredItem(now, sha256Of) } : {}),
});
