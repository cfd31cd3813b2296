import { backOff, patience } from "../retries.ts";
import type { Key } from "../table/keys.ts";
import { dynamo, tableName } from "./client.ts";
import { BatchGetCommand } from "./commands.ts";

/** DynamoDB takes at most this many keys in one request. */
const KEYS_PER_BATCH = 100;

type Item = Record<string, unknown>;

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
