import { BatchWriteCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { LedgerId } from "../../shared/core/ids.ts";
import { counted } from "../../shared/ledger/commit/plan.ts";
import { itemOf } from "../../shared/ledger/events/store-events.ts";
import { type NotedEvent, noteEvents } from "../../shared/ledger/recount/store-recounts.ts";
import { sumUpdate } from "../../shared/ledger/sums/store-sums.ts";
import { accumulate, type Delta, type Entry } from "../../shared/ledger/sums/sum.ts";
import { withRetries } from "../../shared/platform/calls.ts";
import { dynamo, tableName } from "../../shared/platform/dynamodb/client.ts";
import { sumKey } from "../../shared/platform/table/keys.ts";
import { type Boundaries, NO_BOUNDARIES } from "../../shared/vat/schemes/registration-segments.ts";
import { type CopiedSale, copiedSales, copiesIn, type Drawing, type Shape } from "./ledgers.ts";

const ITEMS_AT_ONCE = 25;
const SUMS_AT_ONCE = 100;

/**
 * Settings of a filled ledger. `boundaries` are the days on which registrations of the account begin or end. `spread`
 * is the number of shards that writers used: one, unless they had collided.
 */
type Filling = Drawing & { readonly boundaries?: Boundaries };

/**
 * Writes a ledger of `count` sales directly to the engine: the items and sums that the service would write. Its
 * transactions would take hours for a million sales.
 */
export async function fillLedger(
  account: LedgerId,
  shape: Shape,
  count: number,
  filling: Filling = {},
): Promise<void> {
  // A copy has the id of its sale, so it can be counted but not stored.
  const settings = { ...filling, draw: count };
  const { boundaries = NO_BOUNDARIES } = settings;
  // A million items at once would not fit into the memory.
  let items: object[] = [];
  for (const { record } of copiedSales(shape, count, settings)) {
    items.push(itemOf(account, counted(record, { boundaries })));
    if (items.length < ITEMS_AT_ONCE) continue;
    await putItems(items);
    items = [];
  }
  if (items.length > 0) await putItems(items);
  await fillBySums(account, shape, count, settings);
}

/** Writes items, again after a timeout: on a busy machine a batch may take longer than a call may last. */
async function putItems(items: readonly object[]): Promise<void> {
  const puts = items.map((Item) => ({ PutRequest: { Item } }));
  const command = new BatchWriteCommand({ RequestItems: { [tableName()]: puts } });
  await withRetries(() => dynamo.send(command), Number.POSITIVE_INFINITY);
}

/** Sales whose copies lie in the same shards: one of them, and the sums of one copy of each. */
type Alike = Pick<CopiedSale, "n" | "copies"> & { readonly sums: Map<string, Delta> };

/** Writes the sums of a ledger of `count` sales directly to the engine, without events, which reports do not read. */
export async function fillBySums(
  account: LedgerId,
  shape: Shape,
  count: number,
  { boundaries = NO_BOUNDARIES, spread = 1, ...drawing }: Filling = {},
): Promise<void> {
  const noted = new Map<string, NotedEvent>();
  // Sales whose copies lie in the same shards are added up once, and multiplied then.
  const alike = new Map<string, Alike>();
  for (const { n, copies, record } of copiedSales(shape, count, { ...drawing, spread })) {
    const id = `${n % spread} ${copies}`;
    const group = alike.get(id) ?? { n, copies, sums: new Map() };
    alike.set(id, group);
    accumulate(group.sums, counted(record, { boundaries }).entries, 1);
    noted.set(`${record.supply_date} ${record.supply_kind}`, record);
  }
  for (let shard = 0; shard < spread; shard += 1) {
    const sums = new Map<string, Delta>();
    for (const group of alike.values()) {
      const copies = copiesIn(group, shard, spread);
      if (copies > 0) accumulate(sums, multiplied(group.sums, copies), 1);
    }
    await writeSums(account, shard, sums);
  }
  await noteEvents(account, [...noted.values()]);
}

const multiplied = (sums: ReadonlyMap<string, Delta>, by: number): Entry[] =>
  Array.from(sums.values(), ({ partition, key, amounts }) => ({
    partition,
    key,
    amounts: Object.fromEntries([...amounts].map(([name, amount]) => [name, amount * by])),
  }));

/** Adds sums to those of an account in one shard, directly in the engine. */
async function writeSums(
  account: LedgerId,
  shard: number,
  sums: ReadonlyMap<string, Delta>,
): Promise<void> {
  const updates = Array.from(sums.values(), (delta) => ({
    Update: sumUpdate(sumKey(account, delta.partition, delta.key, shard), delta),
  }));
  for (let at = 0; at < updates.length; at += SUMS_AT_ONCE) {
    const TransactItems = updates.slice(at, at + SUMS_AT_ONCE);
    await dynamo.send(new TransactWriteCommand({ TransactItems }));
  }
}
