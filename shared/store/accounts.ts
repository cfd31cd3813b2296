import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { accountIndexKey, accountRecordKey, allAccounts } from "../table/keys.ts";
import { SCHEMA_VERSIONS } from "../table/schema-versions.ts";
import { dynamo, tableName } from "./dynamo.ts";
import { pages } from "./query.ts";
import { beginLedger } from "./recounts.ts";

/**
 * Notes the account and when it came into being, and lists it among all accounts; an account that
 * exists keeps its beginning.
 */
export async function ensureAccount(account: string, now: Date): Promise<void> {
  const { gsi1pk, gsi1sk } = accountIndexKey(account);
  await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: accountRecordKey(account),
      UpdateExpression:
        "SET account = :account, schema_version = :version, created_at = if_not_exists(created_at, :now), gsi1pk = :pk, gsi1sk = :sk",
      ExpressionAttributeValues: {
        ":account": account,
        ":version": SCHEMA_VERSIONS.account,
        ":now": now.toISOString(),
        ":pk": gsi1pk,
        ":sk": gsi1sk,
      },
    }),
  );
  await beginLedger(account);
}

/** Whether there is an account of that name. */
export async function isAccount(account: string): Promise<boolean> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: accountRecordKey(account),
      ConsistentRead: true,
    }),
  );
  return Item !== undefined;
}

const AccountItem = z.object({ account: z.string() });

/** Accounts a page: a page is handed on before the next one is read. */
const ACCOUNTS_AT_ONCE = 500;

/**
 * All accounts by name, page by page. On AWS an account appears a moment after its creation: the
 * index is eventually consistent.
 */
export async function* accountPages(): AsyncGenerator<string[]> {
  for await (const items of pages({ ...allAccounts(), Limit: ACCOUNTS_AT_ONCE })) {
    if (items.length > 0) yield items.map((item) => AccountItem.parse(item).account);
  }
}
