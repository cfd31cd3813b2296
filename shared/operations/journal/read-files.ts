import { sha256Of, textHash } from "../../core/hash.ts";
import type { ListedFile } from "../audit/evidence.ts";
import { type FilePlace, NO_ACCOUNT, placeOfFile, recordsIn } from "./journal-file.ts";
import { hasFile } from "./journal-partition.ts";
import type { JournalRecord } from "./journal-record.ts";
import { isOfReplay, type Replay, replay } from "./replay.ts";
import { journalFiles, readJournalFile } from "./store-journal-files.ts";

/** The files that were read, for one or all accounts. */
type ReadFiles = {
  readonly account: string | undefined;
  /** Hashes of the names of all files that were read: millions of names would take a gigabyte. */
  readonly names: Set<number>;
  /** The number of files that this partition counts, and the faults of those files. */
  count: number;
  readonly faults: string[];
};

export const noFiles = (account: string | undefined): ReadFiles => ({
  account,
  names: new Set(),
  count: 0,
  faults: [],
});

/**
 * Replays all files that were not read yet. The files of an account say its organisation, whose files say its members;
 * these files and those of no account have changes of the first partition alone.
 */
export async function readFiles(into: Replay, read: ReadFiles): Promise<void> {
  const { account } = read;
  const isFirst = into.partition.number === 1;
  if (account === undefined) return readFilesOf(into, read, undefined);
  if (isFirst) await readFilesOf(into, read, NO_ACCOUNT);
  await readFilesOf(into, read, account);
  if (!isFirst) return;
  for (const id of into.authors.organisations) await readFilesOf(into, read, id);
}

async function readFilesOf(into: Replay, read: ReadFiles, owner: string | undefined) {
  for await (const file of journalFiles(owner)) {
    const name = textHash(file.key);
    if (read.names.has(name)) continue;
    read.names.add(name);
    const faults = await readOne(into, file);
    // Files of other owners are read for the first partition alone.
    if (owner === read.account && !hasFile(into.partition, file.key)) continue;
    read.count += 1;
    read.faults.push(...faults);
  }
}

async function readOne(into: Replay, { key, versions }: ListedFile): Promise<string[]> {
  const again = versions > 1 ? [`${key}: stored ${versions} times, or deleted`] : [];
  const place = placeOfFile(key);
  if (!place) return [...again, `${key}: no file of the journal`];
  const records = await readRecords(key, place, (line) => isOfReplay(into, line));
  if (!records) return [...again, `${key}: its content is not what its name says`];
  for (const record of records) replay(into, record, { stream: place.stream, key }, sha256Of);
  return again;
}

/** Reads the lines of a file; undefined if the content does not match the name. */
export async function readRecords(
  key: string,
  place: FilePlace,
  isWanted?: (line: string) => boolean,
): Promise<JournalRecord[] | undefined> {
  const file = await readJournalFile(key);
  return file && recordsIn(place, file.text, sha256Of, isWanted);
}
