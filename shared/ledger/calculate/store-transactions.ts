import { randomBytes } from "node:crypto";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { sourceTagUpdate } from "../../accounts/store-sources.ts";
import type { DateRange, IsoDate } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { withRetries } from "../../platform/calls.ts";
import {
  batchGet,
  dynamo,
  PAGE_LIMIT,
  queryPage,
  tableName,
} from "../../platform/dynamodb/client.ts";
import { parseReadable } from "../../platform/dynamodb/readable-items.ts";
import { writeTogether } from "../../platform/dynamodb/sharded-counter.ts";
import { versionOf } from "../../platform/table/item.ts";
import { TRANSACTION_ITEM } from "../../platform/table/items.ts";
import {
  transactionIndexKey,
  transactionKey,
  transactionsBetween,
} from "../../platform/table/keys.ts";
import { withRole } from "../../vat/schemes/supply-event.ts";
import { expiryOf, RANDOM_DIGITS, transactionId } from "./transaction.ts";
import type { ChosenBy, TransactionPosition } from "./transaction-list.ts";
import { Transaction } from "./transaction-schema.ts";

export const newTransactionId = (now: Date): string =>
  transactionId(now, randomBytes(RANDOM_DIGITS));

/** The stored form. The marker is absent until a commit, so that a condition can test for it. */
export const TransactionItem = z.object({
  ...Transaction.shape,
  committed_event_id: z.string().min(1).brand("EventId").nullable().default(null),
});

export const transactionOf = ({ supply, ...item }: Record<string, unknown>): Transaction =>
  TransactionItem.parse({ ...item, supply: supply && withRole(supply) });

/** Stores a new transaction and counts its source tag, in one write. */
export async function saveTransaction(
  ledger: LedgerId,
  transaction: Transaction,
  today: IsoDate,
): Promise<void> {
  const { transaction_id, source_id } = transaction;
  let isRepeated = false;
  await withRetries(async () => {
    // After an unknown outcome, a transaction with this id can only come from an earlier attempt.
    if (isRepeated && (await loadTransaction(ledger, transaction_id))) return;
    isRepeated = true;
    const put = transactionPut(ledger, transaction);
    if (source_id === undefined) {
      await dynamo.send(new PutCommand(put));
      return;
    }
    const seen = { sourceId: source_id, day: today, transactions: 1 };
    await writeTogether((spreadKey) => [
      { Put: put },
      { Update: sourceTagUpdate(ledger, seen, spreadKey) },
    ]);
  });
}

export function transactionPut(ledger: LedgerId, transaction: Transaction) {
  const { committed_event_id, ...fields } = transaction;
  const { transaction_date, transaction_id } = transaction;
  return {
    TableName: tableName(),
    Item: {
      ...transactionKey(ledger, transaction_id),
      ...transactionIndexKey(ledger, transaction_date, transaction_id),
      ...versionOf(TRANSACTION_ITEM),
      ...fields,
      // Removed when the transaction is committed (store-calculation-refs.ts).
      expires_at: expiryOf(transaction),
    },
    ConditionExpression: "attribute_not_exists(pk)",
  };
}

/** Reads one transaction, strongly consistent. */
export async function loadTransaction(
  ledger: LedgerId,
  id: string,
): Promise<Transaction | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: transactionKey(ledger, id),
      ConsistentRead: true,
    }),
  );
  return Item && transactionOf(Item);
}

/** Maximum number of index reads in one request, so that a rare source in a long history cannot take minutes. */
const READS_PER_REQUEST = 20;

/** The fields of a calculation in the index: its key and the fields that listings filter by. */
const ListedTransaction = z
  .object({
    pk: z.string(),
    sk: z.string(),
    gsi1sk: z.string(),
    country: z.string(),
    source_id: z.string().optional(),
  })
  .transform(({ pk, sk, gsi1sk, ...chosenBy }) => ({
    ...chosenBy,
    key: { pk, sk },
    transaction_date: gsi1sk.slice(0, 10) as IsoDate,
    transaction_id: gsi1sk.slice(11),
  }));
type ListedTransaction = z.output<typeof ListedTransaction>;

type TransactionPage = {
  readonly items: readonly Transaction[];
  /** The position to continue from; undefined at the end. A page may be short or empty before the end. */
  readonly next?: TransactionPosition | undefined;
};

/**
 * Lists transactions from the index after `after`, up to `limit` of those that `wanted` accepts; all without `wanted`.
 * On AWS the index lags slightly behind the table; locally it does not.
 */
export async function listTransactions(
  ledger: LedgerId,
  range: DateRange,
  { limit, after }: { limit: number; after?: TransactionPosition | undefined },
  wanted?: (transaction: ChosenBy) => boolean,
): Promise<TransactionPage> {
  const chosen: ListedTransaction[] = [];
  let position = after;
  for (let reads = 0; reads < READS_PER_REQUEST; reads += 1) {
    const page = await readIndex(ledger, range, wanted ? PAGE_LIMIT : limit + 1, position);
    chosen.push(...(wanted ? page.items.filter(wanted) : page.items));
    position = page.next;
    if (chosen.length > limit || (chosen.length === limit && position)) {
      const shown = chosen.slice(0, limit);
      return { items: await load(shown), next: shown.at(-1) };
    }
    if (!position) break;
  }
  return { items: await load(chosen), next: position };
}

async function readIndex(
  ledger: LedgerId,
  { from, to }: DateRange,
  limit: number,
  after: TransactionPosition | undefined,
) {
  const query = { ...transactionsBetween(ledger, from, to), Limit: limit };
  const page = await queryPage(query, after && startKey(ledger, after));
  const items = z.array(ListedTransaction).parse(page.items);
  return { items, next: page.next && items.at(-1) };
}

const startKey = (ledger: LedgerId, { transaction_date, transaction_id }: TransactionPosition) => ({
  ...transactionKey(ledger, transaction_id),
  ...transactionIndexKey(ledger, transaction_date, transaction_id),
});

/** Reads the listed calculations, in the order of the list. An expired calculation is left out. */
async function load(listed: readonly ListedTransaction[]): Promise<Transaction[]> {
  const items = await batchGet(listed.map(({ key }) => key));
  const found = new Map(items.map((item) => [String(item["pk"]), item]));
  const stored = listed.map(({ key }) => found.get(key.pk)).filter((item) => item !== undefined);
  return parseReadable(stored, transactionOf);
}
