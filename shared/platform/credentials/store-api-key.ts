import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { IsoDate } from "../../core/calendar/dates.ts";
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

/** The ledger that a key opens, and the day of its clock if it is a sandbox whose clock was set. */
type OpenedLedger = { readonly ledger: LedgerId; readonly clockDay?: IsoDate };

/** Returns what a key opens: for a live key the account's ledger, for a test key the current sandbox. */
export async function loadOpenedLedger({
  account,
  mode,
}: Pick<StoredKey, "account" | "mode">): Promise<OpenedLedger> {
  if (mode === "live") return { ledger: ledgerOf(account) };
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: sandboxKey(account),
      ConsistentRead: true,
      ProjectionExpression: "generation, clock_day",
    }),
  );
  const ledger = sandboxOf(account, Item && Number(Item["generation"]));
  const clockDay = Item?.["clock_day"] as IsoDate | undefined;
  return clockDay === undefined ? { ledger } : { ledger, clockDay };
}
