import type { Period } from "../calendar/period.ts";
import { CleanAudit } from "../ledger/audit-due.ts";
import { cleanAuditKey, cleanAuditsOf } from "../table/audit-keys.ts";
import { versionOf } from "../table/schema-versions.ts";
import { PutCommand } from "./commands.ts";
import { dynamo, tableName } from "./dynamo.ts";
import { queryAll } from "./query.ts";

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
