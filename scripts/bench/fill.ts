import type { EventRecord } from "../../shared/ledger/ledger-view.ts";
import { type Edges, NO_EDGES } from "../../shared/schemes/segments.ts";
import { BatchWriteCommand, TransactWriteCommand } from "../../shared/store/commands.ts";
import { accumulate, type Delta } from "../../shared/tallies/tally.ts";
import { rowsOf, type Shape, saleOf, seeded } from "./ledgers.ts";

const SEED = 20_261_121;
const BATCH = 25;
const WRITERS = 2;

/** The record the service itself would make of the n-th sale. */
export async function recordMaker(): Promise<(...sale: Parameters<typeof saleOf>) => EventRecord> {
  const [{ newRecord }, { submissionOf }, { fingerprintOf }] = await Promise.all([
    import("../../shared/ledger/record.ts"),
    import("../../shared/ledger/submission.ts"),
    import("../../shared/store/fingerprint.ts"),
  ]);
  return (...sale) => {
    const event = saleOf(...sale);
    return newRecord(event, {
      profile: { rows: [{ establishment_country: "SE", fixed_establishments: [] }] },
      commit_id: "bench",
      committed_at: "2025-10-01T00:00:00.000Z",
      fingerprint: fingerprintOf(submissionOf(event)),
    });
  };
}

/** How a ledger is filled. */
export type Filling = {
  readonly evenly?: boolean;
  readonly edges?: Edges;
  readonly spread?: number;
};

/**
 * Puts a ledger of `count` sales straight into the engine: the items and the sums that the service
 * would have written, without its transactions, which would take hours for a million. `evenly`, each
 * row of the return gets a sale in each shard before any gets a second one. `edges` are the days on
 * which the account's registrations begin or end. `spread` is over how many shards writers went: one,
 * unless they had collided.
 */
export async function fillLedger(
  account: string,
  shape: Shape,
  count: number,
  { evenly = false, edges = NO_EDGES, spread = 1 }: Filling = {},
): Promise<void> {
  const [{ itemOf }, { noteEvents }, { counted }, recordOf] = await Promise.all([
    import("../../shared/store/supply-events.ts"),
    import("../../shared/store/recounts.ts"),
    import("../../shared/ledger/moves.ts"),
    recordMaker(),
  ]);
  const dice = seeded(SEED);
  const rows = rowsOf(shape);
  const days = new Map<string, { readonly supply_date: string }>();
  const shards = Array.from({ length: spread }, () => new Map<string, Delta>());
  const pending: Promise<unknown>[] = [];
  let items: object[] = [];
  const flush = async () => {
    const written = putItems(items);
    items = [];
    // Whoever waits for it is told of its failure. Until then nobody waits, which would end the process.
    written.catch(() => undefined);
    pending.push(written);
    // Waiting for the oldest alone keeps the engine busy while the next items are made.
    if (pending.length >= WRITERS) await pending.shift();
  };
  for (let n = 0; n < count; n += 1) {
    const row = evenly ? rows[Math.floor(n / spread) % rows.length] : undefined;
    const record = counted(recordOf(shape, n, dice, row), { edges });
    accumulate(shards[n % spread] as Map<string, Delta>, record.entries, 1);
    days.set(record.supply_date, record);
    items.push(itemOf(account, record));
    if (items.length === BATCH) await flush();
  }
  if (items.length > 0) await flush();
  await Promise.all(pending);
  await writeTallies(account, shards);
  await noteEvents(account, [...days.values()]);
}

/** On a busy machine a batch may take longer than a call may last; it may be put twice. */
async function putItems(items: readonly object[]): Promise<void> {
  const [{ dynamo, tableName }, { withRetries }] = await Promise.all([
    import("../../shared/store/dynamo.ts"),
    import("../../shared/store/retries.ts"),
  ]);
  const puts = items.map((Item) => ({ PutRequest: { Item } }));
  const command = new BatchWriteCommand({ RequestItems: { [tableName()]: puts } });
  await withRetries(() => dynamo.send(command), Number.POSITIVE_INFINITY);
}

async function writeTallies(account: string, shards: readonly Map<string, Delta>[]): Promise<void> {
  const [{ dynamo }, { tallyUpdate }, { tallyKey }] = await Promise.all([
    import("../../shared/store/dynamo.ts"),
    import("../../shared/store/tallies.ts"),
    import("../../shared/table/keys.ts"),
  ]);
  for (const [shard, deltas] of shards.entries()) {
    const updates = [...deltas.values()].map((delta) => ({
      Update: tallyUpdate(tallyKey(account, delta.book, delta.key, shard), delta),
    }));
    for (let at = 0; at < updates.length; at += 100) {
      await dynamo.send(new TransactWriteCommand({ TransactItems: updates.slice(at, at + 100) }));
    }
  }
}
