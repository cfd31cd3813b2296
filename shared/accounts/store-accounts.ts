import { GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { type AccountId, isSandbox, type LedgerId } from "../core/ids.ts";
import { ACCOUNT_RIGHT, rightPuts } from "../platform/credentials/rights.ts";
import { dynamo, pages, tableName } from "../platform/dynamodb/client.ts";
import { parseReadable } from "../platform/dynamodb/readable-items.ts";
import { versionOf } from "../platform/table/item.ts";
import { ACCOUNT_ITEM } from "../platform/table/items.ts";
import { accountIndexKey, accountRecordKey, allAccounts } from "../platform/table/keys.ts";
import { AccountRecord, isEmptied } from "./account.ts";

/** Creates the account record, and lists it among all accounts. An existing account stays as it is. */
export async function ensureAccount(ledger: LedgerId, now: Date): Promise<void> {
  if (await isAccount(ledger)) return;
  const key = accountRecordKey(ledger);
  const created_at = now.toISOString();
  const record = { account: ledger, version: 1, created_at };
  const Item = { ...key, ...accountIndexKey(ledger), ...versionOf(ACCOUNT_ITEM), ...record };
  const ConditionExpression = "attribute_not_exists(pk)";
  const by = { author: null, at: created_at };
  try {
    await transact([
      { Put: { TableName: tableName(), Item, ConditionExpression } },
      ...rightPuts(tableName(), ACCOUNT_RIGHT, key, record, by),
    ]);
  } catch (error) {
    // Another request may have made the account meanwhile.
    if (!(await isAccount(ledger))) throw error;
  }
}

/** Reads the record of an account, strongly consistent; undefined when there is no such account. */
export async function loadAccount(
  account: AccountId | LedgerId,
): Promise<AccountRecord | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: accountRecordKey(account),
      ConsistentRead: true,
    }),
  );
  return Item && AccountRecord.parse(Item);
}

export const isAccount = async (account: AccountId | LedgerId): Promise<boolean> =>
  (await loadAccount(account)) !== undefined;

/** True if the ledger is an emptied sandbox that may still have items. */
export async function isBeingRemoved(ledger: LedgerId): Promise<boolean> {
  if (!isSandbox(ledger)) return false;
  const record = await loadAccount(ledger);
  return !record || isEmptied(record);
}

/**
 * Replaces the account record by its next version, on condition that it is still `seen`.
 * @throws TransactionCanceledException when it has changed meanwhile
 */
export async function saveAccount(
  seen: AccountRecord,
  record: AccountRecord,
  now: Date,
): Promise<void> {
  const Key = accountRecordKey(record.account);
  const next = { ...record, version: seen.version + 1 };
  const { account: _, ...fields } = next;
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  const gone = Object.keys(seen).filter((name) => !set.some(([one]) => one === name));
  const removed = gone.filter((name) => name !== "account");
  const Update = {
    TableName: tableName(),
    Key,
    UpdateExpression: [
      `SET ${set.map(([name]) => `${name} = :${name}`).join(", ")}`,
      ...(removed.length > 0 ? [`REMOVE ${removed.join(", ")}`] : []),
    ].join(" "),
    ConditionExpression:
      seen.version === 1 ? "attribute_not_exists(version) OR version = :seen" : "version = :seen",
    ExpressionAttributeValues: {
      ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
      ":seen": seen.version,
    },
  };
  const by = { author: null, at: now.toISOString() };
  await transact([{ Update }, ...rightPuts(tableName(), ACCOUNT_RIGHT, Key, next, by)]);
}

type Writes = NonNullable<ConstructorParameters<typeof TransactWriteCommand>[0]["TransactItems"]>;

const transact = (TransactItems: Writes) =>
  dynamo.send(new TransactWriteCommand({ TransactItems }));

/** Number of accounts per page. */
const ACCOUNTS_AT_ONCE = 500;

/**
 * Reads all account records by name, page by page. On AWS a new account appears after a moment, because the index is
 * eventually consistent.
 */
export async function* accountRecordPages(): AsyncGenerator<AccountRecord[]> {
  for await (const items of pages({ ...allAccounts(), Limit: ACCOUNTS_AT_ONCE })) {
    const records = parseReadable(items, (item) => AccountRecord.parse(item));
    if (records.length > 0) yield records;
  }
}

/** Reads the names of all accounts, or of those that `isWanted` selects, page by page. */
export async function* accountPages(
  isWanted: (record: AccountRecord) => boolean = () => true,
): AsyncGenerator<LedgerId[]> {
  for await (const records of accountRecordPages()) {
    const names = records.filter(isWanted).map(({ account: ledger }) => ledger);
    if (names.length > 0) yield names;
  }
}
