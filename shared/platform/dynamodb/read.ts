import type { QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { BatchGetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { backOff, patience } from "../retries.ts";
import type { Key, StartKey } from "../table/keys.ts";
import { dynamo, PAGE_LIMIT, tableName } from "./client.ts";

/** What is asked of the table, whichever page of it. */
type Query = Omit<QueryCommandInput, "TableName" | "ExclusiveStartKey">;

type Item = Record<string, unknown>;

/** One page of a query: what lies behind `after`, at most PAGE_LIMIT rows unless it says otherwise. */
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

/** The pages of a query; each is handed on before the next one is read. */
export async function* pages(query: Query): AsyncGenerator<Item[]> {
  let after: StartKey;
  do {
    const { items, next } = await queryPage(query, after);
    yield items;
    after = next;
  } while (after);
}

/** All rows of a query. */
export const queryAll = async (query: Query): Promise<Item[]> =>
  (await Array.fromAsync(pages(query))).flat();

/** DynamoDB takes at most this many keys in one request. */
const KEYS_PER_BATCH = 100;

/** Batches under way at once: as many as the largest request needs. */
const AT_ONCE = 6;

/** The items at these keys that there are, read strongly, in no order. */
export async function batchGet(keys: readonly Key[]): Promise<Item[]> {
  const items: Item[] = [];
  const batches = batchesOf(keys);
  for (let at = 0; at < batches.length; at += AT_ONCE) {
    const some = batches.slice(at, at + AT_ONCE).map((batch) => getSome(batch, true));
    items.push(...(await Promise.all(some)).flat());
  }
  return items;
}

/** A few items of different kinds in one call, read strongly: what stands at each of these keys. */
export async function getTogether(keys: readonly Key[]): Promise<(key: Key) => Item | undefined> {
  const found = new Map((await batchGet(keys)).map((item) => [nameOf(item), item]));
  return (key) => found.get(nameOf(key));
}

/**
 * The same as `batchGet` at half the price, all batches side by side, for whoever works through many: an item may be a
 * moment old. One that is found only so is too new for that, and read strongly.
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
    // What is left over was throttled: asked for again at once, it would be again.
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
