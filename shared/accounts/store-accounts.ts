import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { type AccountId, isSandbox, type LedgerId } from "../core/ids.ts";
import { dynamo, pages, tableName } from "../platform/dynamodb/client.ts";
import { parseReadable } from "../platform/dynamodb/readable-items.ts";
import { ACCOUNT_ITEM } from "../platform/table/items.ts";
import { accountIndexKey, accountRecordKey, allAccounts } from "../platform/table/keys.ts";
import { AccountRecord, isEmptied } from "./account.ts";

/** Creates the account record and lists it among all accounts. An existing account retains its creation instant. */
export async function ensureAccount(ledger: LedgerId, now: Date): Promise<void> {
  const { gsi1pk, gsi1sk } = accountIndexKey(ledger);
  await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: accountRecordKey(ledger),
      UpdateExpression:
        "SET account = :account, schema_version = :version, created_at = if_not_exists(created_at, :now), gsi1pk = :pk, gsi1sk = :sk",
      ExpressionAttributeValues: {
        ":account": ledger,
        ":version": ACCOUNT_ITEM.version,
        ":now": now.toISOString(),
        ":pk": gsi1pk,
        ":sk": gsi1sk,
      },
    }),
  );
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
 * Replaces the account record, on condition that its state is still that of `seen`.
 * @throws ConditionalCheckFailedException when the state has changed meanwhile
 */
export async function saveAccount(seen: AccountRecord, record: AccountRecord): Promise<void> {
  const { account: ledger, ...fields } = record;
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  const gone = Object.keys(seen).filter((name) => !set.some(([one]) => one === name));
  const removed = gone.filter((name) => name !== "account");
  const before = seen.account_state;
  await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: accountRecordKey(ledger),
      UpdateExpression: [
        `SET ${set.map(([name]) => `${name} = :${name}`).join(", ")}`,
        ...(removed.length > 0 ? [`REMOVE ${removed.join(", ")}`] : []),
      ].join(" "),
      ConditionExpression:
        before === undefined ? "attribute_not_exists(account_state)" : "account_state = :before",
      ExpressionAttributeValues: {
        ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
        ...(before === undefined ? {} : { ":before": before }),
      },
    }),
  );
}

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
