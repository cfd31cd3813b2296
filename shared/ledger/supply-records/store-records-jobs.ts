import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { LedgerId } from "../../core/ids.ts";
import { dynamo, ifConditionHolds, queryPage, tableName } from "../../platform/dynamodb/client.ts";
import { newestReadable, parseReadable } from "../../platform/dynamodb/readable-items.ts";
import { versionOf } from "../../platform/table/item.ts";
import { RECORDS_ITEM } from "../../platform/table/items.ts";
import { recordsKey, recordsOf } from "../../platform/table/keys.ts";
import { RecordsJob } from "./job.ts";

/** Reads the job with that id, strongly consistent; undefined if the account has none. */
export async function loadRecordsJob(
  ledger: LedgerId,
  id: string,
): Promise<RecordsJob | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: recordsKey(ledger, id), ConsistentRead: true }),
  );
  return Item && RecordsJob.parse(Item);
}

/** Lists at most `limit` jobs that were requested before `before`, newest first. */
export async function listRecordsJobs(
  ledger: LedgerId,
  limit: number,
  before?: string,
): Promise<RecordsJob[]> {
  return newestReadable(recordsOf(ledger, before), { limit }, (item) => RecordsJob.parse(item));
}

/** Number of jobs scanned. A job finishes within hours, so an open job is among the newest. */
const PAGES_SCANNED = 100;

/** Reads the account's newest jobs, in the order of their requests. */
export async function loadNewestRecordsJobs(ledger: LedgerId): Promise<RecordsJob[]> {
  const query = { ...recordsOf(ledger), ConsistentRead: true, ScanIndexForward: false };
  const { items } = await queryPage({ ...query, Limit: PAGES_SCANNED });
  return parseReadable(items, (item) => RecordsJob.parse(item)).reverse();
}

/** Writes a job over the version before it; false if another writer was faster. */
export async function saveRecordsJob(ledger: LedgerId, job: RecordsJob): Promise<boolean> {
  const isFirst = job.version === 1;
  const saved = await ifConditionHolds(
    dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...recordsKey(ledger, job.id), ...versionOf(RECORDS_ITEM), ...job },
        ConditionExpression: isFirst ? "attribute_not_exists(pk)" : "version = :before",
        ...(isFirst ? {} : { ExpressionAttributeValues: { ":before": job.version - 1 } }),
      }),
    ),
  );
  return saved !== undefined;
}
