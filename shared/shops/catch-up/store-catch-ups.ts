import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { LedgerId } from "../../core/ids.ts";
import { batchGet, dynamo, ifConditionHolds, tableName } from "../../platform/dynamodb/client.ts";
import { CATCH_UP_ITEM, catchUpKey } from "../../platform/table/connections.ts";
import { versionOf } from "../../platform/table/item.ts";
import { CatchUp } from "./catch-up.ts";

/** Reads the catch-up of a connection, strongly consistent; undefined if there was none. */
export async function loadCatchUp(
  ledger: LedgerId,
  connectionId: string,
): Promise<CatchUp | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: catchUpKey(ledger, connectionId),
      ConsistentRead: true,
    }),
  );
  return Item && CatchUp.parse(Item);
}

/** Reads the catch-ups of connections, by the id of the connection. */
export async function loadCatchUps(
  ledger: LedgerId,
  connectionIds: readonly string[],
): Promise<ReadonlyMap<string, CatchUp>> {
  const items = await batchGet(connectionIds.map((id) => catchUpKey(ledger, id)));
  return new Map(
    items.map((item) => {
      const catchUp = CatchUp.parse(item);
      return [catchUp.connection_id, catchUp];
    }),
  );
}

/** Stores a catch-up on top of the version before. Returns false if another worker was faster. */
export async function saveCatchUp(ledger: LedgerId, catchUp: CatchUp): Promise<boolean> {
  const { version, connection_id } = catchUp;
  const saved = await ifConditionHolds(
    dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: {
          ...catchUpKey(ledger, connection_id),
          ...versionOf(CATCH_UP_ITEM),
          ...catchUp,
        },
        ConditionExpression: version === 1 ? "attribute_not_exists(pk)" : "version = :before",
        ...(version === 1 ? {} : { ExpressionAttributeValues: { ":before": version - 1 } }),
      }),
    ),
  );
  return saved !== undefined;
}
