import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { pages, queryAll } from "../../platform/dynamodb/read.ts";
import { INDEX, type Key } from "../../platform/table/keys.ts";

/** Whatever is stored at a key. */
export type RemovedItem = Key & Readonly<Record<string, unknown>>;

const partition = (pk: string) => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": pk },
  ConsistentRead: true,
});

/** The keys of a partition, page by page. */
export async function* keysOfPartition(pk: string): AsyncGenerator<Key[]> {
  const query = { ...partition(pk), ProjectionExpression: "pk, sk" };
  for await (const items of pages(query)) yield items as Key[];
}

/** Partitions that are read, and items that are deleted, at the same time. */
const AT_ONCE = 25;

/** All items of these partitions, which are small, each once. */
export async function itemsOfPartitions(pks: readonly string[]): Promise<RemovedItem[]> {
  const found: RemovedItem[] = [];
  for (const some of groupsOf([...new Set(pks)])) {
    const items = await Promise.all(some.map((pk) => queryAll(partition(pk))));
    found.push(...(items.flat() as RemovedItem[]));
  }
  return found;
}

/** So many listed items have their partitions in memory at once. */
const LISTED_AT_ONCE = 100;

/** What a partition of the index lists, page by page. On AWS it lists for a moment what is gone already. */
export async function* listedItems(gsi1pk: string): AsyncGenerator<RemovedItem[]> {
  const query = {
    IndexName: INDEX,
    KeyConditionExpression: "gsi1pk = :pk",
    ExpressionAttributeValues: { ":pk": gsi1pk },
    Limit: LISTED_AT_ONCE,
  };
  for await (const items of pages(query)) yield items as RemovedItem[];
}

/** Deletes the items at these keys, whether they are there or not. */
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
