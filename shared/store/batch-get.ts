import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import type { Key } from "../table/keys.ts";
import { dynamo, tableName } from "./dynamo.ts";
import { backOff, patience } from "./retries.ts";

/** DynamoDB takes at most this many keys in one request. */
const KEYS_PER_BATCH = 100;

/** The items at these keys that there are, read strongly, in no order. */
export async function batchGet(keys: readonly Key[]): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for (let first = 0; first < keys.length; first += KEYS_PER_BATCH) {
    items.push(...(await getSome(keys.slice(first, first + KEYS_PER_BATCH))));
  }
  return items;
}

async function getSome(keys: Record<string, unknown>[]): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  const giveUpAt = patience();
  let pending = keys;
  for (let n = 0; pending.length > 0; n += 1) {
    // What is left over was throttled: asked for again at once, it would be again.
    if (n > 0) await backOff(n, giveUpAt);
    const { Responses, UnprocessedKeys } = await dynamo.send(
      new BatchGetCommand({
        RequestItems: { [tableName()]: { Keys: pending, ConsistentRead: true } },
      }),
    );
    items.push(...(Responses?.[tableName()] ?? []));
    pending = UnprocessedKeys?.[tableName()]?.Keys ?? [];
  }
  return items;
}
