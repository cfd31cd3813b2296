import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import { listedPlace } from "../../ledger/events/store-event-list.ts";
import { dynamo, PAGE_LIMIT, tableName } from "../../platform/dynamodb/client.ts";
import { queryAll } from "../../platform/dynamodb/read.ts";
import { CLEAN_AUDIT_ITEM } from "../../platform/table/audit-items.ts";
import { isListedEvent } from "../../platform/table/event-list-keys.ts";
import { versionOf } from "../../platform/table/item.ts";
import { cleanAuditKey, cleanAuditsOf } from "../../platform/table/keys.ts";
import { partitionOf } from "../../platform/table/period-keys.ts";
import { CleanAudit } from "./audit.ts";

/** Reads the last audit without findings of each quarter, by quarter. */
export async function loadCleanAudits(account: string): Promise<ReadonlyMap<string, CleanAudit>> {
  const items = await queryAll({ ...cleanAuditsOf(account), ConsistentRead: true });
  return new Map(items.map((item) => [String(item["sk"]), CleanAudit.parse(item)]));
}

export async function saveCleanAudit(
  account: string,
  { key }: Period,
  audit: CleanAudit,
): Promise<void> {
  const Item = { ...cleanAuditKey(account, key), ...versionOf(CLEAN_AUDIT_ITEM), ...audit };
  await dynamo.send(new PutCommand({ TableName: tableName(), Item }));
}

/**
 * Scans the whole table for the partitions of an account's sums and the days of its events, including items that no
 * index or list leads to. For operators with a profile of their own; no function may scan.
 */
export async function scanAccount(
  account: string,
): Promise<{ readonly partitions: readonly string[]; readonly days: readonly IsoDate[] }> {
  const partitions = new Set<string>();
  const days = new Set<IsoDate>();
  let after: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamo.send(
      new ScanCommand({
        TableName: tableName(),
        ProjectionExpression: "pk, gsi1pk, gsi1sk",
        ConsistentRead: true,
        Limit: PAGE_LIMIT,
        ...(after ? { ExclusiveStartKey: after } : {}),
      }),
    );
    for (const item of Items) {
      const partition = partitionOf(account, String(item["pk"]));
      if (partition !== undefined) partitions.add(partition);
      if (isListedEvent(account, String(item["gsi1pk"]))) days.add(listedPlace(item).supply_date);
    }
    after = LastEvaluatedKey;
  } while (after);
  return { partitions: [...partitions].sort(), days: [...days].sort() };
}
