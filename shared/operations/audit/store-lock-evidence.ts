import * as z from "zod";
import { RecordsJob } from "../../ledger/records/job.ts";
import { queryAll } from "../../platform/dynamodb/read.ts";
import { bucketName } from "../../platform/s3/client.ts";
import { filesUnder } from "../../platform/s3/list-objects.ts";
import { readFile } from "../../platform/s3/write-once.ts";
import { recordsOf } from "../../platform/table/keys.ts";
import { locksOf } from "../../platform/table/period-keys.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import type { ListedFile } from "./evidence.ts";

/** Lists every file of an account's returns, see filesUnder. */
export async function listFiles(account: string): Promise<ListedFile[]> {
  const prefixes = SCHEMES.map(({ slug }) => `${account}/${slug}/`);
  return (await Promise.all(prefixes.map((prefix) => filesUnder(bucketName(), prefix)))).flat();
}

/** Lists the files of an account's records, see filesUnder. */
export const listRecordsFiles = (account: string): Promise<ListedFile[]> =>
  filesUnder(bucketName(), `${account}/records/`);

/** Reads all jobs that have written records of an account. */
export const loadRecordsJobs = async (account: string): Promise<RecordsJob[]> =>
  z.array(RecordsJob).parse(await queryAll({ ...recordsOf(account), ConsistentRead: true }));

/** Reads a file of a lock or of records; undefined if there is none. */
export const readStoredFile = (key: string, versionId?: string) => readFile(key, versionId);

/** Reads the stored snapshots without a schema, so that an added attribute is visible. */
export const loadLockItems = (account: string): Promise<Record<string, unknown>[]> =>
  queryAll({ ...locksOf(account), ConsistentRead: true });
