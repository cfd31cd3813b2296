import { gunzipSync, gzipSync } from "node:zlib";
import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { IsoDate, Period } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { listedPlace } from "../../ledger/events/store-event-list.ts";
import { RecordsJob } from "../../ledger/supply-records/job.ts";
import { dynamo, PAGE_LIMIT, queryAll, tableName } from "../../platform/dynamodb/client.ts";
import { parseReadable } from "../../platform/dynamodb/readable-items.ts";
import {
  loadVersioned,
  updateVersioned,
  type VersionedItem,
} from "../../platform/dynamodb/versioned-item.ts";
import { bucketName, filesUnder } from "../../platform/s3/client.ts";
import { readFile } from "../../platform/s3/write-once.ts";
import { AUDIT_RUN_ITEM, CLEAN_AUDIT_ITEM } from "../../platform/table/audit-items.ts";
import { isListedEvent } from "../../platform/table/event-list-keys.ts";
import { versionOf } from "../../platform/table/item.ts";
import { auditRunKey, cleanAuditKey, cleanAuditsOf, recordsOf } from "../../platform/table/keys.ts";
import { locksOf, partitionOf } from "../../platform/table/periods.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { CleanAudit } from "./audit.ts";
import type { ListedFile } from "./evidence.ts";
import { auditJson, QuarterAudit, QuarterProgress } from "./quarter-progress.ts";

/** Reads the last audit without findings of each quarter, by quarter. */
export async function loadCleanAudits(ledger: LedgerId): Promise<ReadonlyMap<string, CleanAudit>> {
  const items = await queryAll({ ...cleanAuditsOf(ledger), ConsistentRead: true });
  const read = parseReadable(
    items,
    (item) => [String(item["sk"]), CleanAudit.parse(item)] as const,
  );
  return new Map(read);
}

export async function saveCleanAudit(
  ledger: LedgerId,
  { key }: Period,
  audit: CleanAudit,
): Promise<void> {
  const Item = { ...cleanAuditKey(ledger, key), ...versionOf(CLEAN_AUDIT_ITEM), ...audit };
  await dynamo.send(new PutCommand({ TableName: tableName(), Item }));
}

/**
 * Scans the whole table for the partitions of an account's sums and the days of its events, including items that no
 * index or list leads to. For operators with a profile of their own; no function may scan.
 */
export async function scanAccount(
  ledger: LedgerId,
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
      const partition = partitionOf(ledger, String(item["pk"]));
      if (partition !== undefined) partitions.add(partition);
      if (isListedEvent(ledger, String(item["gsi1pk"]))) days.add(listedPlace(item).supply_date);
    }
    after = LastEvaluatedKey;
  } while (after);
  return { partitions: [...partitions].sort(), days: [...days].sort() };
}

/** The state of the audit of a quarter between two runs of the job. */
const AuditRunState = z.object({
  /** Hash of the settings under which the audit began. */
  ground_sha256: z.string(),
  /** The findings of the first audit, which the second one has to confirm. */
  first: QuarterAudit.optional(),
  progress: QuarterProgress.optional(),
});
export type AuditRunState = z.output<typeof AuditRunState>;

export const AuditRunItem = z.object({
  version: z.int(),
  expires_at: z.int(),
  /** JSON, compressed with gzip: thousands of sums fit into one item. */
  state: z.instanceof(Uint8Array).optional(),
});
type AuditRunItem = z.output<typeof AuditRunItem>;

/** A run of the audit of a quarter: its number, and the state that it continues from. */
type AuditRun = { readonly version: number; readonly state: AuditRunState | undefined };

const itemOf = ({ key }: Period): VersionedItem<AuditRunItem> => ({
  key: (ledger) => auditRunKey(ledger, key),
  schema: AuditRunItem,
  empty: { version: 0, expires_at: 0 },
  definition: AUDIT_RUN_ITEM,
  name: "audits",
});

/** Loads the state that an earlier run has left. */
export async function loadAuditRun(ledger: LedgerId, quarter: Period): Promise<AuditRun> {
  const { version, state, expires_at } = await loadVersioned(itemOf(quarter), ledger);
  // DynamoDB removes expired items days later.
  const isCurrent = expires_at * 1000 > Date.now();
  const text = state && isCurrent ? gunzipSync(state).toString("utf8") : undefined;
  return { version, state: text ? AuditRunState.parse(JSON.parse(text)) : undefined };
}

/** Days after which a state that no run has continued is removed, and the audit begins anew. */
const KEPT_DAYS = 3;

/** Stores the state that a run leaves. Returns false if another run of the quarter was faster: the other goes on. */
export async function saveAuditRun(
  ledger: LedgerId,
  quarter: Period,
  { version }: AuditRun,
  left: AuditRunState | undefined,
): Promise<boolean> {
  const expires_at = Math.floor(Date.now() / 1000) + KEPT_DAYS * 86_400;
  const state = left && new Uint8Array(gzipSync(auditJson(left)));
  const next = { version: version + 1, expires_at, ...(state ? { state } : {}) };
  const saved = await updateVersioned(itemOf(quarter), ledger, (seen) =>
    seen.version === version ? next : seen,
  );
  return saved.state === state;
}

/** Lists every file of an account's returns, see filesUnder. */
export async function listFiles(ledger: LedgerId): Promise<ListedFile[]> {
  const prefixes = SCHEMES.map(({ slug }) => `${ledger}/${slug}/`);
  return (await Promise.all(prefixes.map((prefix) => filesUnder(bucketName(), prefix)))).flat();
}

/** Lists the files of an account's records, see filesUnder. */
export const listRecordsFiles = (ledger: LedgerId): Promise<ListedFile[]> =>
  filesUnder(bucketName(), `${ledger}/records/`);

/** Reads the jobs that write records. One that cannot be read is a fault. */
export async function loadRecordsJobs(ledger: LedgerId, faults: string[]): Promise<RecordsJob[]> {
  const items = await queryAll({ ...recordsOf(ledger), ConsistentRead: true });
  return items.flatMap((item) => {
    const { data } = RecordsJob.safeParse(item);
    if (!data) faults.push(`${item["pk"]} ${item["sk"]} cannot be read`);
    return data ? [data] : [];
  });
}

/** Reads a file of a lock or of records; undefined if there is none. */
export const readStoredFile = (key: string, versionId?: string) => readFile(key, versionId);

/** Reads the stored snapshots without a schema, so that an added attribute is visible. */
export const loadLockItems = (ledger: LedgerId): Promise<Record<string, unknown>[]> =>
  queryAll({ ...locksOf(ledger), ConsistentRead: true });
