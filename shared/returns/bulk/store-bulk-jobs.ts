import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { versionOf } from "../../platform/table/item.ts";
import { BULK_JOB_ITEM } from "../../platform/table/people-items.ts";
import { bulkJobKey } from "../../platform/table/people-keys.ts";
import { BulkJob } from "./bulk-job.ts";

export async function loadBulkJob(organisation: string, id: string): Promise<BulkJob | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: bulkJobKey(organisation, id),
      ConsistentRead: true,
    }),
  );
  return Item && BulkJob.parse(Item);
}

/**
 * Stores a version of a job over the one before.
 * @throws ConditionalCheckFailedException if another worker was faster
 */
export async function saveBulkJob(job: BulkJob): Promise<void> {
  await dynamo.send(
    new PutCommand({
      TableName: tableName(),
      Item: { ...bulkJobKey(job.organisation, job.job), ...versionOf(BULK_JOB_ITEM), ...job },
      ...(job.version === 1
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : {
            ConditionExpression: "version = :before",
            ExpressionAttributeValues: { ":before": job.version - 1 },
          }),
    }),
  );
}
