import { createHash } from "node:crypto";
import { sourceTagUpdate } from "../../accounts/store-sources.ts";
import type { IsoDate } from "../../core/calendar/dates.ts";
import { DomainError } from "../../core/errors/errors.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import { batchGet } from "../../platform/dynamodb/client.ts";
import { type Action, writeTogether } from "../../platform/dynamodb/sharded-counter.ts";
import { calculationNameKey, transactionKey } from "../../platform/table/keys.ts";
import { faultsOfItem } from "./schema.ts";
import { nameUpdate } from "./store-calculation-refs.ts";
import { transactionOf, transactionPut } from "./store-transactions.ts";
import { lastingTransactionId } from "./transaction.ts";
import type { Transaction } from "./transaction-schema.ts";

/** A transaction with the fingerprint that shows if its request was repeated. */
export type StoredTransaction = {
  readonly transaction: Transaction;
  readonly asked: string | undefined;
};

/** A calculation of a batch to be stored; with `commit` its marker is stored at once. */
type Keeping = {
  readonly transaction: Transaction;
  readonly asked: string;
  readonly commit?: { readonly event_id: EventId } | undefined;
  readonly events: readonly { readonly event_id: EventId }[];
};

/** A calculation that is committed as several events, none of which has the id of the commit. */
type SplitKeeping = Keeping & { readonly commit: NonNullable<Keeping["commit"]> };

/** Maximum number of calculations in one write. DynamoDB allows 100 items; one is the counter of the source tag. */
const WRITES_AT_ONCE = 99;

/** Returns the id of a calculation that is committed when it is made. A repeated request derives the same id. */
export const committedTransactionId = (ledger: LedgerId, eventId: EventId): string =>
  lastingTransactionId(
    createHash("sha256")
      .update(JSON.stringify([ledger, eventId]))
      .digest(),
  );

/** Reads the stored transactions among `ids`, strongly consistent. */
export async function loadStored(
  ledger: LedgerId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredTransaction>> {
  const items = await batchGet(ids.map((id) => transactionKey(ledger, id)));
  return new Map(
    items.map((item) => {
      const transaction = transactionOf(item);
      const { asked } = item;
      return [
        transaction.transaction_id,
        { transaction, asked: asked === undefined ? undefined : String(asked) },
      ];
    }),
  );
}

/**
 * Stores the transactions that are not yet stored, with their markers and names, up to 100 items in one write. If a
 * concurrent request was faster, the write fails and everything is read again.
 * @throws DomainError `event_conflict` if a name belongs to another calculation.
 */
export async function store(
  ledger: LedgerId,
  items: readonly Keeping[],
  stored: ReadonlyMap<string, StoredTransaction>,
  today: IsoDate,
): Promise<void> {
  const missing = items.filter((item) => !isStored(item, stored));
  await rejectUsedNames(ledger, items, missing);
  for (const some of inChunks(missing)) {
    const writes = some.flatMap((item) => writesOf(ledger, item));
    const sourceId = some[0]?.transaction.source_id;
    if (sourceId === undefined) {
      await writeTogether(() => writes);
      continue;
    }
    const seen = { sourceId, day: today, transactions: some.length };
    await writeTogether((spreadKey) => [
      ...writes,
      { Update: sourceTagUpdate(ledger, seen, spreadKey) },
    ]);
  }
}

/** True if the calculation is stored. A calculation whose marker was removed after a conflict may be overwritten. */
function isStored(
  { transaction, commit }: Keeping,
  stored: ReadonlyMap<string, StoredTransaction>,
) {
  const there = stored.get(transaction.transaction_id)?.transaction;
  return there !== undefined && (!commit || there.committed_event_id === commit.event_id);
}

const isSplit = (item: Keeping): item is SplitKeeping =>
  item.commit !== undefined &&
  item.events.every(({ event_id }) => event_id !== item.commit?.event_id);

function writesOf(ledger: LedgerId, item: Keeping): Action[] {
  const { transaction, asked, commit } = item;
  const put = transactionPut(ledger, transaction);
  if (!commit) return [{ Put: put }];
  const { expires_at, ...fields } = put.Item;
  const marked = {
    ...put,
    Item: { ...fields, asked, committed_event_id: commit.event_id },
    ConditionExpression: "attribute_not_exists(committed_event_id)",
  };
  return isSplit(item) ? [{ Put: marked }, { Update: nameOf(ledger, item) }] : [{ Put: marked }];
}

const nameOf = (ledger: LedgerId, { transaction, commit }: SplitKeeping) =>
  nameUpdate(ledger, {
    transaction_id: transaction.transaction_id,
    event_id: commit.event_id,
    is_split: true,
  });

/** Splits the calculations into chunks for one write each. A split calculation also writes its name. */
function inChunks(items: readonly Keeping[]): Keeping[][] {
  const chunks: Keeping[][] = [];
  let writes = WRITES_AT_ONCE;
  for (const item of items) {
    const own = isSplit(item) ? 2 : 1;
    if (writes + own > WRITES_AT_ONCE) {
      chunks.push([]);
      writes = 0;
    }
    chunks.at(-1)?.push(item);
    writes += own;
  }
  return chunks;
}

/** Rejects names of other calculations. Such a name never becomes free, so a retry would not help. */
async function rejectUsedNames(
  ledger: LedgerId,
  items: readonly Keeping[],
  missing: readonly Keeping[],
): Promise<void> {
  const split = missing.filter(isSplit);
  const owners = new Map(split.map((item) => [nameKeyOf(ledger, item).pk, item]));
  for (const { pk, transaction_id } of await batchGet(
    split.map((item) => nameKeyOf(ledger, item)),
  )) {
    const owner = owners.get(String(pk)) as SplitKeeping;
    const { transaction, commit } = owner;
    if (transaction_id === undefined || transaction_id === transaction.transaction_id) continue;
    const message = `${commit.event_id} is taken by another calculation`;
    const fault = { field: "event_id", message };
    throw new DomainError(
      "event_conflict",
      message,
      faultsOfItem(items.indexOf(owner), [fault], "commit."),
    );
  }
}

const nameKeyOf = (ledger: LedgerId, { commit }: SplitKeeping) =>
  calculationNameKey(ledger, commit.event_id);
