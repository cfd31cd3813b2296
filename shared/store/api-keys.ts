import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { StoredKey } from "../accounts/stored-key.ts";
import { apiKeyKey } from "../table/keys.ts";
import { versionOf } from "../table/schema-versions.ts";
import { dynamo, tableName } from "./dynamo.ts";

/** The stored key, read strongly: a revoked key stops working with the very next call. */
export async function loadApiKey(keyId: string): Promise<StoredKey | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: apiKeyKey(keyId), ConsistentRead: true }),
  );
  return Item && StoredKey.parse(Item);
}

export async function insertApiKey(key: StoredKey): Promise<void> {
  await dynamo.send(
    new PutCommand({
      TableName: tableName(),
      Item: { ...apiKeyKey(key.key_id), ...versionOf("api_key"), ...key },
      ConditionExpression: "attribute_not_exists(pk)",
    }),
  );
}

/**
 * Sets the end of a key of this account: `expires_at` when it is being rotated, `revoked_at` to stop it at once.
 * An end once set never moves back.
 * @throws ConditionalCheckFailedException when the account has no such key or its end is set already.
 */
export async function endApiKey(
  account: string,
  keyId: string,
  end: "expires_at" | "revoked_at",
  at: string,
): Promise<void> {
  await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: apiKeyKey(keyId),
      UpdateExpression: "SET #end = :at",
      ConditionExpression: "account = :account AND attribute_not_exists(#end)",
      ExpressionAttributeNames: { "#end": end },
      ExpressionAttributeValues: { ":at": at, ":account": account },
    }),
  );
}
