import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { RATE_LIMIT_ITEM } from "../table/items.ts";
import type { Key } from "../table/keys.ts";
import { dynamo, tableName } from "./client.ts";

/** Returns the response of a conditional write; undefined if its condition failed. */
export async function ifConditionHolds<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

type Limit = {
  /** Maximum number of calls in the window. */
  readonly calls: number;
  /** The end of the window, in epoch seconds. */
  readonly ends_at: number;
};

/**
 * Counts a call in a window of time, in one conditional write: of any number of concurrent calls, exactly `calls` pass.
 * A finished window is never read again, whether or not it was deleted.
 * @returns false if the window is used up
 */
export async function countWithin(
  Key: Key,
  { calls, ends_at }: Limit,
  abortSignal?: AbortSignal,
): Promise<boolean> {
  const command = new UpdateCommand({
    TableName: tableName(),
    Key,
    UpdateExpression: "ADD calls :one SET expires_at = :end, schema_version = :version",
    ConditionExpression: "attribute_not_exists(calls) OR calls < :limit",
    ExpressionAttributeValues: {
      ":one": 1,
      ":end": ends_at,
      ":limit": calls,
      ":version": RATE_LIMIT_ITEM.version,
    },
  });
  const write = dynamo.send(command, abortSignal ? { abortSignal } : {});
  return (await ifConditionHolds(write)) !== undefined;
}
