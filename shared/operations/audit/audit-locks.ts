import { dynamo, PAGE_LIMIT, tableName } from "../../platform/dynamodb/client.ts";
import { QueryCommand } from "../../platform/dynamodb/commands.ts";
import { readFile } from "../../platform/s3/write-once.ts";
import { lockKey, locksOf } from "../../platform/table/period-keys.ts";
import { chainFaults, nameOfLock } from "../../returns/locks/chain.ts";
import { LockedPeriod } from "../../returns/locks/locked-period.ts";
import { loadChainHead, snapshotSha256 } from "../../returns/locks/store-locks.ts";
import { compareEvidence } from "./evidence.ts";
import { loadEvidence } from "./load-evidence.ts";

type LockAudit = {
  readonly locks: number;
  readonly exports: number;
  /** A line each, naming the period and what does not match. */
  readonly faults: readonly string[];
  /** How many files of attempts to lock that came to nothing there are in each period. */
  readonly leftovers: readonly string[];
};

/**
 * Recomputes every hash of an account's locked periods: snapshots, their chain, their files; and holds table and
 * bucket against each other.
 */
export async function auditLocks(account: string): Promise<LockAudit> {
  const items = await loadItems(account);
  const faults: string[] = [];
  const locks: LockedPeriod[] = [];
  for (const item of items) {
    faults.push(...snapshotFaults(account, item));
    const parsed = LockedPeriod.safeParse(item);
    if (parsed.success) locks.push(parsed.data);
  }
  faults.push(...chainFaults(locks, await loadChainHead(account)));
  for (const lock of locks) faults.push(...(await artifactFaults(lock)));
  const { faults: missing, leftovers } = compareEvidence(locks, await loadEvidence(account));
  faults.push(...missing);
  const exports = locks.reduce((sum, lock) => sum + lock.exports.length, 0);
  return { locks: items.length, exports, faults, leftovers };
}

/** What is stored, not what a schema makes of it: an attribute that was added must show. */
async function loadItems(account: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const page = await dynamo.send(
      new QueryCommand({
        TableName: tableName(),
        ...locksOf(account),
        ConsistentRead: true,
        Limit: PAGE_LIMIT,
        ...(after ? { ExclusiveStartKey: after } : {}),
      }),
    );
    items.push(...(page.Items ?? []));
    after = page.LastEvaluatedKey;
  } while (after);
  return items;
}

function snapshotFaults(account: string, item: Record<string, unknown>): string[] {
  const parsed = LockedPeriod.safeParse(item);
  if (!parsed.success) return [`${item["sk"]}: the snapshot cannot be read`];
  const faults: string[] = [];
  const name = nameOfLock(parsed.data);
  const { sk } = lockKey(account, parsed.data);
  if (item["sk"] !== sk) faults.push(`${item["sk"]}: the snapshot is that of ${name}`);
  const sha256 = snapshotSha256(item);
  if (item["sha256"] !== sha256) {
    faults.push(`${name}: the snapshot has SHA-256 ${sha256}, it records ${item["sha256"]}`);
  }
  return faults;
}

async function artifactFaults(lock: LockedPeriod): Promise<string[]> {
  const faults: string[] = [];
  for (const { file_name, key, version_id, size_bytes, sha256 } of lock.exports) {
    const name = `${nameOfLock(lock)}: ${file_name} (${key})`;
    const found = await readFile(key, version_id);
    if (!found) faults.push(`${name} is missing`);
    else if (found.sha256 !== sha256) {
      faults.push(`${name} has SHA-256 ${found.sha256}, the snapshot records ${sha256}`);
    }
    if (found && found.size_bytes !== size_bytes) {
      faults.push(`${name} has ${found.size_bytes} bytes, the snapshot records ${size_bytes}`);
    }
  }
  return faults;
}
