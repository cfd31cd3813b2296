import type { Period } from "../../core/calendar/period.ts";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { PutCommand } from "../../platform/dynamodb/commands.ts";
import { queryAll } from "../../platform/dynamodb/read.ts";
import { cleanAuditKey, cleanAuditsOf } from "../../platform/table/audit-keys.ts";
import { versionOf } from "../../platform/table/schema-versions.ts";
import { CleanAudit } from "./audit-due.ts";

/** The last audit of each quarter that has found nothing, by quarter. */
export async function loadCleanAudits(account: string): Promise<ReadonlyMap<string, CleanAudit>> {
  const items = await queryAll({ ...cleanAuditsOf(account), ConsistentRead: true });
  return new Map(items.map((item) => [String(item["sk"]), CleanAudit.parse(item)]));
}

export async function saveCleanAudit(
  account: string,
  { key }: Period,
  audit: CleanAudit,
): Promise<void> {
  const Item = { ...cleanAuditKey(account, key), ...versionOf("clean_audit"), ...audit };
  await dynamo.send(new PutCommand({ TableName: tableName(), Item }));
}
