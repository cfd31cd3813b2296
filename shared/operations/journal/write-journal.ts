import { canonicalText, sha256Of } from "../../core/hash.ts";
import { accountOfChange, isJournaled, journalFile } from "./journal-file.ts";
import {
  coveredItem,
  type JournalRecord,
  recordOfChange,
  type StreamRecord,
} from "./journal-record.ts";
import { putJournalFile } from "./store-journal-files.ts";

/** Files that are stored at once. */
const AT_ONCE = 20;

/**
 * Writes the changes of a batch into the journal: a file for each account that is in it. All of them are stored, or the batch
 * fails and is delivered again; what was stored already is left as it is.
 * @param stream the name of the stream that they come from
 * @returns how many changes and files it has written
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

/** DynamoDB tells of no write that changes nothing; other engines do. */
const isRecorded = ({ pk, old, new: now }: JournalRecord): boolean =>
  isJournaled(pk) && !(old && now && canonicalText(old) === canonicalText(now));

const withoutTexts = ({ old, new: now, ...record }: JournalRecord): JournalRecord => ({
  ...record,
  ...(old ? { old: coveredItem(old, sha256Of) } : {}),
  ...(now ? { new: coveredItem(now, sha256Of) } : {}),
});
