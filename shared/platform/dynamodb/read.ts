import type { QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { BatchGetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { backOff, patience } from "../retries.ts";
import type { Key, StartKey } from "../table/keys.ts";
import { dynamo, PAGE_LIMIT, tableName } from "./client.ts";

/** The parameters of a query, independent of its page. */
type Query = Omit<QueryCommandInput, "TableName" | "ExclusiveStartKey">;

type Item = Record<string, unknown>;

/** Reads one page of a query after the key `after`, with at most PAGE_LIMIT rows by default. */
export async function queryPage(query: Query, after?: StartKey) {
  const { Items = [], LastEvaluatedKey } = await dynamo.send(
    new QueryCommand({
      TableName: tableName(),
      Limit: PAGE_LIMIT,
      ...query,
      ExclusiveStartKey: after,
    }),
  );
  return { items: Items as Item[], next: LastEvaluatedKey as StartKey };
}

/** Reads the pages of a query one after the other, each when the caller needs it. */
export async function* pages(query: Query): AsyncGenerator<Item[]> {
  let after: StartKey;
  do {
    const { items, next } = await queryPage(query, after);
    yield items;
    after = next;
  } while (after);
}

/** Reads the last `limit` items of a query in the order of their keys, the newest first, strongly consistent. */
export async function queryNewest(query: Query, limit: number): Promise<Item[]> {
  const found: Item[] = [];
  const newest = { ...query, ConsistentRead: true, ScanIndexForward: false, Limit: limit };
  for await (const items of pages(newest)) {
    found.push(...items);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** Reads all rows of a query. */
export const queryAll = async (query: Query): Promise<Item[]> =>
  (await Array.fromAsync(pages(query))).flat();

/** Maximum number of keys that DynamoDB accepts in one request. */
const KEYS_PER_BATCH = 100;

/** Number of concurrent batches; covers the largest request. */
const AT_ONCE = 6;

/** Reads the existing items with these keys, strongly consistent, in no particular order. */
export async function batchGet(keys: readonly Key[]): Promise<Item[]> {
  const items: Item[] = [];
  const batches = batchesOf(keys);
  for (let at = 0; at < batches.length; at += AT_ONCE) {
    const some = batches.slice(at, at + AT_ONCE).map((batch) => getSome(batch, true));
    items.push(...(await Promise.all(some)).flat());
  }
  return items;
}

/**
 * Reads a few items of different kinds in one call, strongly consistent.
 * @returns a function from a key to its item
 */
export async function getTogether(keys: readonly Key[]): Promise<(key: Key) => Item | undefined> {
  const found = new Map((await batchGet(keys)).map((item) => [nameOf(item), item]));
  return (key) => found.get(nameOf(key));
}

/**
 * Reads the existing items with these keys, eventually consistent, at half the price of `batchGet` and with all batches
 * concurrently. Reads missing items again with strong consistency, since they may be too new. Meant for jobs that
 * process many items.
 */
export async function batchGetSoon(keys: readonly Key[]): Promise<Item[]> {
  const items = (await Promise.all(batchesOf(keys).map((some) => getSome(some, false)))).flat();
  if (items.length === keys.length) return items;
  const found = new Set(items.map(nameOf));
  return [...items, ...(await batchGet(keys.filter((key) => !found.has(nameOf(key)))))];
}

const nameOf = ({ pk, sk }: Item): string => JSON.stringify([pk, sk]);

const batchesOf = (keys: readonly Key[]): Key[][] =>
  Array.from({ length: Math.ceil(keys.length / KEYS_PER_BATCH) }, (_, n) =>
    keys.slice(n * KEYS_PER_BATCH, (n + 1) * KEYS_PER_BATCH),
  );

async function getSome(keys: Item[], ConsistentRead: boolean): Promise<Item[]> {
  const items: Item[] = [];
  const giveUpAt = patience();
  let pending = keys;
  for (let n = 0; pending.length > 0; n += 1) {
    // The leftover keys were throttled; an immediate retry would be throttled again.
    if (n > 0) await backOff(n, giveUpAt);
    const { Responses, UnprocessedKeys } = await dynamo.send(
      new BatchGetCommand({
        RequestItems: { [tableName()]: { Keys: pending, ConsistentRead } },
      }),
    );
    items.push(...(Responses?.[tableName()] ?? []));
    pending = UnprocessedKeys?.[tableName()]?.Keys ?? [];
  }
  return items;
}
