import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { signedRow } from "../../platform/credentials/rights.ts";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { versionOf } from "../../platform/table/item.ts";
import { RIGHT_ROW_ITEM, rightRowKey } from "../../platform/table/rights.ts";
import type { baselineOf } from "./right-faults.ts";

/** Adds rows to the history of rights that are older than it. A row that another run has added stays. */
export async function addBaseline(rows: ReturnType<typeof baselineOf>): Promise<void> {
  for (const { owner, key, row } of rows) {
    try {
      await dynamo.send(
        new PutCommand({
          TableName: tableName(),
          Item: {
            ...rightRowKey(owner, key, row.version),
            ...versionOf(RIGHT_ROW_ITEM),
            ...signedRow(key, row),
          },
          ConditionExpression: "attribute_not_exists(pk)",
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }
}
