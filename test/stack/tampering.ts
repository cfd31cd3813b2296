import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  paginateScan,
  QueryCommand,
} from "@aws-sdk/lib-dynamodb";
import type { LedgerId } from "../../shared/core/ids.ts";
import { dynamo, tableName } from "../../shared/platform/dynamodb/client.ts";
import { changesOf, type Key } from "../../shared/platform/table/keys.ts";

/*
 * What nobody but an intruder does: items changed past the service, as they can be by whoever may
 * write to the table.
 */
export type Item = Record<string, unknown>;

export async function itemAt(key: Key): Promise<Item> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
  );
  if (!Item) throw new Error(`nothing at ${key.pk} ${key.sk}`);
  return Item;
}

export const putItem = (item: Item) =>
  dynamo.send(new PutCommand({ TableName: tableName(), Item: item }));

export const removeItem = ({ pk, sk }: Key) =>
  dynamo.send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));

/** Changes an item in place. */
export async function rewrite(key: Key, change: (item: Item) => void): Promise<void> {
  const item = await itemAt(key);
  change(item);
  await putItem(item);
}

/** Every item of the table: for a table of a test's own. */
export async function scanItems(): Promise<Item[]> {
  const pages = paginateScan({ client: dynamo }, { TableName: tableName(), ConsistentRead: true });
  return (await Array.fromAsync(pages)).flatMap(({ Items = [] }) => Items);
}

/** The items of the account's change history. */
export async function loadHistory(account: LedgerId): Promise<Item[]> {
  const { Items = [] } = await dynamo.send(
    new QueryCommand({ TableName: tableName(), ...changesOf(account) }),
  );
  return Items;
}
