import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { AccountId, LedgerId } from "../core/ids.ts";
import { dynamo, tableName } from "../platform/dynamodb/client.ts";
import {
  loadVersioned,
  updateVersioned,
  type VersionedItem,
} from "../platform/dynamodb/versioned-item.ts";
import { versionOf } from "../platform/table/item.ts";
import { ACCOUNT_ITEM, SANDBOX_ITEM } from "../platform/table/items.ts";
import { accountIndexKey, accountRecordKey, sandboxKey } from "../platform/table/keys.ts";
import { FIRST_SANDBOX, openSandbox, SandboxState } from "./sandbox.ts";

const ITEM: VersionedItem<SandboxState, AccountId> = {
  key: sandboxKey,
  schema: SandboxState,
  empty: FIRST_SANDBOX,
  definition: SANDBOX_ITEM,
  name: "sandbox",
};

export const loadSandbox = (account: AccountId): Promise<SandboxState> =>
  loadVersioned(ITEM, account);

export const updateSandbox = (
  account: AccountId,
  decide: (seen: SandboxState) => SandboxState,
): Promise<SandboxState> => updateVersioned(ITEM, account, decide);

/**
 * Switches the account to its next sandbox and marks the old one for removal, in one transaction.
 * @throws TransactionCanceledException when the sandbox was emptied meanwhile
 */
export async function switchSandbox(
  account: AccountId,
  seen: SandboxState,
  next: SandboxState,
  now: Date,
): Promise<void> {
  const TableName = tableName();
  const put = {
    TableName,
    Item: { ...sandboxKey(account), ...versionOf(SANDBOX_ITEM), ...next },
    ...(seen.version === 0
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : {
          ConditionExpression: "version = :seen",
          ExpressionAttributeValues: { ":seen": seen.version },
        }),
  };
  const mark = { TableName, ...emptiedRecord(openSandbox(account, seen), now) };
  await dynamo.send(new TransactWriteCommand({ TransactItems: [{ Put: put }, { Update: mark }] }));
}

function emptiedRecord(ledger: LedgerId, now: Date) {
  const { gsi1pk, gsi1sk } = accountIndexKey(ledger);
  return {
    Key: accountRecordKey(ledger),
    UpdateExpression:
      "SET account = :ledger, schema_version = :version, created_at = if_not_exists(created_at, :now), gsi1pk = :pk, gsi1sk = :sk, account_state = :emptied, state_since = :now",
    ExpressionAttributeValues: {
      ":ledger": ledger,
      ":version": ACCOUNT_ITEM.version,
      ":now": now.toISOString(),
      ":pk": gsi1pk,
      ":sk": gsi1sk,
      ":emptied": "emptied",
    },
  };
}
