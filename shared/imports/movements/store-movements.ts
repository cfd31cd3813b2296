import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { pages } from "../../platform/dynamodb/read.ts";
import { MOVEMENT_ITEM } from "../../platform/table/import-items.ts";
import { versionOf } from "../../platform/table/item.ts";
import { movementKey, movementsInMonth } from "../../platform/table/movement-keys.ts";
import { isWanted, type Movement, type MovementFilter, StoredMovement } from "./movement.ts";

/** Number of movements written at once. */
const AT_ONCE = 8;

/** The import that brings movements, or takes its own back. */
type ByImport = { readonly import_id: string; readonly source_id: string; readonly now: Date };

/** Stores movements. One that another import has brought stays that import's. */
export const saveMovements = (
  account: string,
  movements: readonly Movement[],
  by: ByImport,
): Promise<void> =>
  putAll(account, movements, by, {
    isUndone: false,
    condition: "attribute_not_exists(pk) OR undone = :yes OR import_id = :import",
  });

/** Takes back the movements that an import has brought. */
export const undoMovements = (
  account: string,
  movements: readonly Movement[],
  by: ByImport,
): Promise<void> =>
  putAll(account, movements, by, {
    isUndone: true,
    condition: "import_id = :import AND attribute_exists(pk)",
  });

type Writing = { readonly isUndone: boolean; readonly condition: string };

async function putAll(
  account: string,
  movements: readonly Movement[],
  by: ByImport,
  writing: Writing,
): Promise<void> {
  for (let at = 0; at < movements.length; at += AT_ONCE) {
    const some = movements.slice(at, at + AT_ONCE);
    await Promise.all(some.map((one) => put(account, one, by, writing)));
  }
}

async function put(
  account: string,
  movement: Movement,
  { import_id, source_id, now }: ByImport,
  { isUndone, condition }: Writing,
): Promise<void> {
  try {
    await dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: {
          ...movementKey(account, movement),
          ...versionOf(MOVEMENT_ITEM),
          ...movement,
          import_id,
          source_id,
          recorded_at: now.toISOString(),
          ...(isUndone && { undone: true }),
        },
        ConditionExpression: condition,
        ExpressionAttributeValues: isUndone
          ? { ":import": import_id }
          : { ":import": import_id, ":yes": true },
      }),
    );
  } catch (error) {
    // The movement is that of another import.
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/** Yields the movements of a month in the order of their days, after the place of one of them. */
export async function* movementsIn(
  account: string,
  month: string,
  after?: string,
): AsyncGenerator<StoredMovement> {
  for await (const items of pages({
    ...movementsInMonth(account, month, after),
    ConsistentRead: true,
  })) {
    for (const item of items) {
      if (item["undone"] !== true) yield StoredMovement.parse(item);
    }
  }
}

/** Reads the first `limit` wanted movements of a month after a place. */
export async function listMovements(
  account: string,
  { month, after, ...filter }: MovementFilter & { month: string; after?: string | undefined },
  limit: number,
): Promise<StoredMovement[]> {
  const found: StoredMovement[] = [];
  for await (const movement of movementsIn(account, month, after)) {
    if (isWanted(movement, filter)) found.push(movement);
    if (found.length >= limit) break;
  }
  return found;
}
