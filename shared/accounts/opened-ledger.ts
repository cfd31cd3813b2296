import { sandboxOf } from "../core/sandbox-account.ts";
import { dynamo, tableName } from "../platform/dynamodb/client.ts";
import { GetCommand } from "../platform/dynamodb/commands.ts";
import { sandboxKey } from "../platform/table/sandbox-keys.ts";
import type { StoredKey } from "./stored-key.ts";

/**
 * The ledger that a key opens: test keys the sandbox that the account has at this moment, and never its own. A file of
 * its own: every function with a key has it, and few need to know more of sandboxes (sandboxes.ts).
 */
export async function loadLedgerOf({
  account,
  mode,
}: Pick<StoredKey, "account" | "mode">): Promise<string> {
  if (mode === "live") return account;
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: sandboxKey(account),
      ConsistentRead: true,
      ProjectionExpression: "generation",
    }),
  );
  return sandboxOf(account, Item && Number(Item["generation"]));
}
