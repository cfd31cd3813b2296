import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { NO_BOUNDARIES } from "../../shared/vat/schemes/registration-segments.ts";
import { copiedSales } from "./copied-sales.ts";
import { type Filling, fillBySums } from "./fill-sums.ts";
import type { Shape } from "./ledgers.ts";

const BATCH = 25;
const WRITERS = 2;

/**
 * Puts a ledger of `count` sales straight into the engine: the items and the sums that the service would have
 * written, without its transactions, which would take hours for a million.
 */
export async function fillLedger(
  account: string,
  shape: Shape,
  count: number,
  filling: Filling = {},
): Promise<void> {
  const [{ itemOf }, { counted }] = await Promise.all([
    import("../../shared/ledger/events/store-events.ts"),
    import("../../shared/ledger/commit/plan.ts"),
  ]);
  // A copy has the id of its sale: it can be counted, not stored.
  const how = { ...filling, draw: count };
  const { boundaries = NO_BOUNDARIES } = how;
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
  for (const { record } of await copiedSales(shape, count, how)) {
    items.push(itemOf(account, counted(record, { boundaries })));
    if (items.length === BATCH) await flush();
  }
  if (items.length > 0) await flush();
  await Promise.all(pending);
  await fillBySums(account, shape, count, how);
}

/** On a busy machine a batch may take longer than a call may last; it may be put twice. */
async function putItems(items: readonly object[]): Promise<void> {
  const [{ dynamo, tableName }, { withRetries }] = await Promise.all([
    import("../../shared/platform/dynamodb/client.ts"),
    import("../../shared/platform/retries.ts"),
  ]);
  const puts = items.map((Item) => ({ PutRequest: { Item } }));
  const command = new BatchWriteCommand({ RequestItems: { [tableName()]: puts } });
  await withRetries(() => dynamo.send(command), Number.POSITIVE_INFINITY);
}
