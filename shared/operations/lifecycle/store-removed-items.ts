import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { pages, queryAll } from "../../platform/dynamodb/read.ts";
import { INDEX, type Key } from "../../platform/table/keys.ts";

/** An item of any kind. */
export type RemovedItem = Key & Readonly<Record<string, unknown>>;

const partition = (pk: string) => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": pk },
  ConsistentRead: true,
});

/** Yields the keys of a partition, page by page. */
export async function* keysOfPartition(pk: string): AsyncGenerator<Key[]> {
  const query = { ...partition(pk), ProjectionExpression: "pk, sk" };
  for await (const items of pages(query)) yield items as Key[];
}

/** Maximum number of partitions read, and items deleted, at once. */
const AT_ONCE = 25;

/** Reads all items of these partitions, which are small, each partition once. */
export async function itemsOfPartitions(pks: readonly string[]): Promise<RemovedItem[]> {
  const found: RemovedItem[] = [];
  for (const some of groupsOf([...new Set(pks)])) {
    const items = await Promise.all(some.map((pk) => queryAll(partition(pk))));
    found.push(...(items.flat() as RemovedItem[]));
  }
  return found;
}

/** Number of listed items whose partitions are held in memory at once. */
const LISTED_AT_ONCE = 100;

/** Yields the items of an index partition, page by page. On AWS, deleted items may still be listed for a moment. */
export async function* listedItems(gsi1pk: string): AsyncGenerator<RemovedItem[]> {
  const query = {
    IndexName: INDEX,
    KeyConditionExpression: "gsi1pk = :pk",
    ExpressionAttributeValues: { ":pk": gsi1pk },
    Limit: LISTED_AT_ONCE,
  };
  for await (const items of pages(query)) yield items as RemovedItem[];
}

/** Deletes the items at these keys, existing or not. */
export async function removeItems(keys: readonly Key[]): Promise<void> {
  for (const some of groupsOf(keys)) {
    await Promise.all(
      some.map(({ pk, sk }) =>
        dynamo.send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } })),
      ),
    );
  }
}

const groupsOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, n) =>
    all.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );
