import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { sha256Of } from "../../core/hash.ts";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { retainUntil } from "../../platform/retention.ts";
import { journalBucketName, s3 } from "../../platform/s3/client.ts";
import { filesInOrder } from "../../platform/s3/list-objects.ts";
import { putNew, readFile } from "../../platform/s3/write-once.ts";
import type { ListedFile } from "../audit/evidence.ts";
import { CHECKPOINTS, type JournalFile, streamName } from "./journal-file.ts";

/**
 * Stores a file of the journal. An existing file with this name is the same file, because the name contains a hash of
 * its content.
 */
export async function putJournalFile({ key, body, lastAt }: JournalFile, now: Date): Promise<void> {
  const Body = Buffer.from(body);
  const retain_until = retainUntil({ lastDay: lastAt.slice(0, 10) as IsoDate }, now);
  const file = { bucket: journalBucketName(), key, Body, retain_until };
  const content_type = "application/x-ndjson";
  const sha256 = sha256Of(Body);
  await putNew(s3, { ...file, content_type, size_bytes: Body.length, sha256 }, now);
}

/** Yields the files of an account, or all files, in the order of reading. Checkpoints are no files of the journal. */
export async function* journalFiles(account?: string): AsyncGenerator<ListedFile> {
  const files = filesInOrder(journalBucketName(), account === undefined ? "" : `${account}/`);
  for await (const file of files) if (!file.key.startsWith(`${CHECKPOINTS}/`)) yield file;
}

/** Lists the files of an account, or all files, in the order of reading. */
export const listJournalFiles = (account?: string): Promise<ListedFile[]> =>
  Array.fromAsync(journalFiles(account));

export const readJournalFile = (key: string) => readFile(key, undefined, journalBucketName());

/** Returns the name of the table's stream; undefined if it is switched off. */
export async function streamOfTable(): Promise<string | undefined> {
  const { Table } = await dynamo.send(new DescribeTableCommand({ TableName: tableName() }));
  const isOn = Table?.StreamSpecification?.StreamEnabled === true;
  return isOn ? streamName(Table?.LatestStreamLabel ?? "") : undefined;
}
