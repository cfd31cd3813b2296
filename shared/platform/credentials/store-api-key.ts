import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { type AuthorId, type LedgerId, ledgerOf, sandboxOf } from "../../core/ids.ts";
import { dynamo, tableName } from "../dynamodb/client.ts";
import { apiKeyKey, sandboxKey } from "../table/keys.ts";
import { StoredKey } from "./api-key.ts";

/** Reads a stored key, strongly consistent, so that a revoked key stops working with the next call. */
export async function loadApiKey(keyId: AuthorId): Promise<StoredKey | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: apiKeyKey(keyId), ConsistentRead: true }),
  );
  return Item && StoredKey.parse(Item);
}

/** Returns the ledger that a key opens: for a live key the account's own, for a test key the current sandbox. */
export async function loadLedgerOf({
  account,
  mode,
}: Pick<StoredKey, "account" | "mode">): Promise<LedgerId> {
  if (mode === "live") return ledgerOf(account);
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
