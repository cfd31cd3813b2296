import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { LedgerId } from "../../core/ids.ts";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { versionOf } from "../../platform/table/item.ts";
import { type LockName, SHEET_TICKS_ITEM, sheetTicksKey } from "../../platform/table/periods.ts";

export const Ticks = z.object({ ticked: z.set(z.string()).default(new Set()) });

/** Loads the ids of the ticked lines of a return's sheet, with those of lines that have changed since. */
export async function loadTicks(ledger: LedgerId, name: LockName): Promise<ReadonlySet<string>> {
  const { Item = {} } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: sheetTicksKey(ledger, name),
      ConsistentRead: true,
    }),
  );
  return Ticks.parse(Item).ticked;
}

/** Ticks lines, or takes their ticks away. Concurrent requests on other lines lose nothing. */
export async function storeTicks(
  ledger: LedgerId,
  name: LockName,
  lines: readonly string[],
  isTicked: boolean,
): Promise<void> {
  await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: sheetTicksKey(ledger, name),
      UpdateExpression: `SET schema_version = :version ${isTicked ? "ADD" : "DELETE"} ticked :lines`,
      ExpressionAttributeValues: {
        ":version": versionOf(SHEET_TICKS_ITEM).schema_version,
        ":lines": new Set(lines),
      },
    }),
  );
}
