import type { TransactionPosition } from "../calculation/transaction-list.ts";
import type { Transaction } from "../calculation/transaction-schema.ts";
import type { DateRange } from "../calendar/iso-date.ts";
import { transactionIndexKey, transactionKey, transactionsBetween } from "../table/keys.ts";
import { PAGE_LIMIT } from "./dynamo.ts";
import { queryPage } from "./query.ts";
import { transactionOf } from "./transactions.ts";

/** A rare source in a long history must not keep one request reading for minutes. */
const READS_PER_REQUEST = 20;

type TransactionPage = {
  readonly items: readonly Transaction[];
  /** Where to go on; undefined at the end. A page may end early, even empty, before the list does. */
  readonly next?: TransactionPosition | undefined;
};

/**
 * Transactions of the index from `after` on, as many as `limit` of those that `wanted` lets pass;
 * without it, of all. The index is a little behind the table on AWS, never locally.
 */
export async function listTransactions(
  account: string,
  range: DateRange,
  { limit, after }: { limit: number; after?: TransactionPosition | undefined },
  wanted?: (transaction: Transaction) => boolean,
): Promise<TransactionPage> {
  const items: Transaction[] = [];
  let position = after;
  for (let reads = 0; reads < READS_PER_REQUEST; reads += 1) {
    const page = await readIndex(account, range, wanted ? PAGE_LIMIT : limit + 1, position);
    items.push(...(wanted ? page.items.filter(wanted) : page.items));
    position = page.next;
    if (items.length > limit || (items.length === limit && position)) {
      const shown = items.slice(0, limit);
      return { items: shown, next: shown.at(-1) };
    }
    if (!position) return { items };
  }
  return { items, next: position };
}

async function readIndex(
  account: string,
  { from, to }: DateRange,
  limit: number,
  after: TransactionPosition | undefined,
) {
  const query = { ...transactionsBetween(account, from, to), Limit: limit };
  const page = await queryPage(query, after && startKey(account, after));
  const items = page.items.map(transactionOf);
  return { items, next: page.next && items.at(-1) };
}

const startKey = (account: string, { transaction_date, transaction_id }: TransactionPosition) => ({
  ...transactionKey(account, transaction_id),
  ...transactionIndexKey(account, transaction_date, transaction_id),
});
