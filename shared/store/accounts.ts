import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { dynamo, tableName } from "./dynamo.ts";
import { accountRecordKey } from "./keys.ts";

/** Notes the account and when it came into being; an account that exists stays as it is. */
export async function ensureAccount(account: string, now: Date): Promise<void> {
  try {
    await dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...accountRecordKey(account), account, created_at: now.toISOString() },
        ConditionExpression: "attribute_not_exists(pk)",
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
