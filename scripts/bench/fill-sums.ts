import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { Entry } from "../../shared/ledger/sums/sum.ts";
import { accumulate, type Delta } from "../../shared/ledger/sums/sum.ts";
import { type Boundaries, NO_BOUNDARIES } from "../../shared/vat/schemes/registration-segments.ts";
import { type CopiedSale, copiedSales, copiesIn, type Drawing } from "./copied-sales.ts";
import type { Shape } from "./ledgers.ts";

/**
 * How a ledger is filled. `boundaries` are the days on which the account's registrations begin or end. `spread` is over
 * how many shards writers went: one, unless they had collided.
 */
export type Filling = Drawing & { readonly boundaries?: Boundaries };

/** Sales whose copies lie in the same shards: one of them, and the sums of one copy of each. */
type Alike = Pick<CopiedSale, "n" | "copies"> & { readonly sums: Map<string, Delta> };

/**
 * Puts the sums of a ledger of `count` sales straight into the engine, as the service would have written them, and
 * no event: reports read none.
 */
export async function fillBySums(
  account: string,
  shape: Shape,
  count: number,
  { boundaries = NO_BOUNDARIES, spread = 1, ...how }: Filling = {},
): Promise<void> {
  const [{ noteEvents }, { counted }] = await Promise.all([
    import("../../shared/ledger/recount/store-recounts.ts"),
    import("../../shared/ledger/commit/plan.ts"),
  ]);
  const days = new Map<string, { readonly supply_date: string }>();
  // Sales whose copies lie in the same shards are added up once, and multiplied then.
  const alike = new Map<string, Alike>();
  for (const { n, copies, record } of await copiedSales(shape, count, { ...how, spread })) {
    const id = `${n % spread} ${copies}`;
    const those = alike.get(id) ?? { n, copies, sums: new Map() };
    alike.set(id, those);
    accumulate(those.sums, counted(record, { boundaries }).entries, 1);
    days.set(record.supply_date, record);
  }
  const shards = Array.from({ length: spread }, () => new Map<string, Delta>());
  for (const those of alike.values()) {
    for (const [shard, deltas] of shards.entries()) {
      const copies = copiesIn(those, shard, spread);
      if (copies > 0) accumulate(deltas, multiplied(those.sums, copies), 1);
    }
  }
  await fillSums(account, shards);
  await noteEvents(account, [...days.values()]);
}

const multiplied = (sums: ReadonlyMap<string, Delta>, by: number): Entry[] =>
  Array.from(sums.values(), ({ partition, key, amounts }) => ({
    partition,
    key,
    amounts: Object.fromEntries([...amounts].map(([name, amount]) => [name, amount * by])),
  }));

/** Adds sums, those of each shard by themselves. */
export async function fillSums(
  account: string,
  shards: readonly Map<string, Delta>[],
): Promise<void> {
  const [{ dynamo }, { sumUpdate }, { sumKey }] = await Promise.all([
    import("../../shared/platform/dynamodb/client.ts"),
    import("../../shared/ledger/sums/store-sums.ts"),
    import("../../shared/platform/table/keys.ts"),
  ]);
  for (const [shard, deltas] of shards.entries()) {
    const updates = [...deltas.values()].map((delta) => ({
      Update: sumUpdate(sumKey(account, delta.partition, delta.key, shard), delta),
    }));
    for (let at = 0; at < updates.length; at += 100) {
      await dynamo.send(new TransactWriteCommand({ TransactItems: updates.slice(at, at + 100) }));
    }
  }
}
