import { randomBytes } from "node:crypto";
import * as z from "zod";
import { sourceTagUpdate } from "../../accounts/store-source-tags.ts";
import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { GetCommand, PutCommand } from "../../platform/dynamodb/commands.ts";
import { writeTogether } from "../../platform/dynamodb/spread-writes.ts";
import { withRetries } from "../../platform/retries.ts";
import { transactionIndexKey, transactionKey } from "../../platform/table/keys.ts";
import { versionOf } from "../../platform/table/schema-versions.ts";
import { expiryOf } from "./expiry.ts";
import { RANDOM_DIGITS, transactionId } from "./transaction-id.ts";
import { Transaction } from "./transaction-schema.ts";

export const newTransactionId = (now: Date): string =>
  transactionId(now, randomBytes(RANDOM_DIGITS));

/** The mark is absent until a commit, so that a condition can ask for it. */
const TransactionItem = z.object({
  ...Transaction.shape,
  committed_event_id: z.string().nullable().default(null),
});

/** A stored item as a transaction; an item that does not fit is a bug, not a surprise later. */
export const transactionOf = (item: Record<string, unknown>): Transaction =>
  TransactionItem.parse(item);

/** Keeps a new transaction and counts its source tag: both, or neither. */
export async function saveTransaction(
  account: string,
  transaction: Transaction,
  today: IsoDate,
): Promise<void> {
  const { transaction_id, source_id } = transaction;
  let isRepeated = false;
  await withRetries(async () => {
    // After an unknown outcome: its id is nobody else's, so what is there was written before.
    if (isRepeated && (await loadTransaction(account, transaction_id))) return;
    isRepeated = true;
    const put = transactionPut(account, transaction);
    if (source_id === undefined) {
      await dynamo.send(new PutCommand(put));
      return;
    }
    const seen = { sourceId: source_id, day: today, transactions: 1 };
    await writeTogether((spreadKey) => [
      { Put: put },
      { Update: sourceTagUpdate(account, seen, spreadKey) },
    ]);
  });
}

/** How a new transaction is written. */
export function transactionPut(account: string, transaction: Transaction) {
  const { committed_event_id, ...fields } = transaction;
  const { transaction_date, transaction_id } = transaction;
  return {
    TableName: tableName(),
    Item: {
      ...transactionKey(account, transaction_id),
      ...transactionIndexKey(account, transaction_date, transaction_id),
      ...versionOf("transaction"),
      ...fields,
      // Taken off when it is committed (commit-marks.ts).
      expires_at: expiryOf(transaction),
    },
    ConditionExpression: "attribute_not_exists(pk)",
  };
}

/** One transaction, read strongly. */
export async function loadTransaction(
  account: string,
  id: string,
): Promise<Transaction | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: transactionKey(account, id),
      ConsistentRead: true,
    }),
  );
  return Item && transactionOf(Item);
}
