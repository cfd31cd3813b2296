import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { backOff, patience } from "../retries.ts";
import { dynamo, tableName } from "./client.ts";

type Item = Record<string, unknown>;

/** Maximum number of items that DynamoDB accepts in one request. */
const ITEMS_PER_BATCH = 25;

/** Number of concurrent batches. Callers write beside other calls, and more would only wait for these. */
const AT_ONCE = 2;

/** Writes items without conditions, concurrently and each one separately, in as few calls as possible. */
export async function batchPut(items: readonly Item[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(items.length / ITEMS_PER_BATCH) }, (_, n) =>
    items.slice(n * ITEMS_PER_BATCH, (n + 1) * ITEMS_PER_BATCH),
  );
  for (let at = 0; at < batches.length; at += AT_ONCE) {
    await Promise.all(batches.slice(at, at + AT_ONCE).map(putSome));
  }
}

async function putSome(items: readonly Item[]): Promise<void> {
  const giveUpAt = patience();
  let pending = items.map((Item) => ({ PutRequest: { Item } }));
  for (let n = 0; pending.length > 0; n += 1) {
    // The leftover items were throttled; an immediate retry would be throttled again.
    if (n > 0) await backOff(n, giveUpAt);
    const { UnprocessedItems } = await dynamo.send(
      new BatchWriteCommand({ RequestItems: { [tableName()]: pending } }),
    );
    const left = UnprocessedItems?.[tableName()] ?? [];
    pending = left.flatMap(({ PutRequest }) =>
      PutRequest?.Item ? [{ PutRequest: { Item: PutRequest.Item } }] : [],
    );
  }
}
