import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { LedgerId } from "../../shared/core/ids.ts";
import { dynamo, tableName } from "../../shared/platform/dynamodb/client.ts";

/** Every item whose key names the account, but for the counts of its calls and of its workers. */
export async function itemsOf(account: LedgerId): Promise<Map<string, unknown>> {
  const items = new Map<string, unknown>();
  let after: Record<string, unknown> | undefined;
  do {
    const page = await dynamo.send(
      new ScanCommand({
        TableName: tableName(),
        FilterExpression: "contains(pk, :account) OR contains(gsi1pk, :account)",
        ExpressionAttributeValues: { ":account": account },
        ConsistentRead: true,
        Limit: 4000,
        ...(after ? { ExclusiveStartKey: after } : {}),
      }),
    );
    for (const item of page.Items ?? []) {
      const place = `${item["pk"]} ${item["sk"]}`;
      if (!/^(?:RATE_LIMIT|WORKER_LEASES)#/.test(place)) items.set(place, item);
    }
    after = page.LastEvaluatedKey;
  } while (after);
  return items;
}
