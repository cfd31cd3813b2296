import type { IsoDate } from "../calendar/iso-date.ts";
import type { JournalFile } from "../journal/journal-file.ts";
import type { ListedFile } from "../locks/evidence.ts";
import { retainUntil } from "../locks/retention.ts";
import { sha256Of } from "./fingerprint.ts";
import { filesUnder } from "./listed-files.ts";
import { journalBucketName, s3 } from "./object-store.ts";
import { putNew } from "./put-new.ts";
import { readFile } from "./write-once.ts";

/** Stores a file of the journal. One that is there already is this one: its name is made of its content. */
export async function putJournalFile({ key, body, lastAt }: JournalFile, now: Date): Promise<void> {
  const Body = Buffer.from(body);
  const retain_until = retainUntil({ lastDay: lastAt.slice(0, 10) as IsoDate }, now);
  const file = { bucket: journalBucketName(), key, Body, retain_until };
  const content_type = "application/x-ndjson";
  const sha256 = sha256Of(Body);
  await putNew(s3, { ...file, content_type, size_bytes: Body.length, sha256 }, now);
}

/** The files of an account, or all of them, in the order in which they are to be read. */
export async function listJournalFiles(account?: string): Promise<ListedFile[]> {
  const prefix = account === undefined ? "" : `${account}/`;
  const files = await filesUnder(journalBucketName(), prefix);
  return files.sort((one, other) => (one.key < other.key ? -1 : 1));
}

export const readJournalFile = (key: string) => readFile(key, undefined, journalBucketName());
