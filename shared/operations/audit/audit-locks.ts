import type { LedgerId } from "../../core/ids.ts";
import { lockChainKey, lockKey } from "../../platform/table/periods.ts";
import { Filing, LockedPeriod } from "../../returns/locks/locked-period.ts";
import {
  chainFaults,
  type LockFileKind,
  lockFileAt,
  nameOfLock,
} from "../../returns/locks/snapshot.ts";
import { loadChainHead, snapshotSha256 } from "../../returns/locks/store-locks.ts";
import { type Bucket, compareEvidence, recordsFaults } from "./evidence.ts";
import { loadedOr } from "./findings.ts";
import {
  listFiles,
  listRecordsFiles,
  loadLockItems,
  loadRecordsJobs,
  readStoredFile,
} from "./store-audits.ts";

/** Loads an account's lock files from the bucket: all files by name, and snapshots, seals and filings by content. */
async function loadEvidence(ledger: LedgerId): Promise<Bucket> {
  const files = await listFiles(ledger);
  const contentsOf = async <T>(kind: LockFileKind, parse: (json: unknown, sha256: string) => T) => {
    const found = new Map<string, T | undefined>();
    for (const { key } of files) {
      const file = lockFileAt(key);
      if (file?.kind === kind) found.set(file.sha256, parse(await jsonAt(key), file.sha256));
    }
    return found;
  };
  return {
    files,
    snapshots: await contentsOf("snapshot", snapshotIn),
    filings: await contentsOf("filing", (json) => Filing.safeParse(json).data),
  };
}

async function jsonAt(key: string): Promise<unknown> {
  const file = await readStoredFile(key);
  try {
    return JSON.parse(file?.text ?? "");
  } catch {
    return undefined;
  }
}

/** Returns the snapshot in a file, if its hash is the one in the file's name. */
function snapshotIn(json: unknown, sha256: string): LockedPeriod | undefined {
  const { success, data } = LockedPeriod.safeParse(json);
  if (!success || data.sha256 !== sha256) return undefined;
  return snapshotSha256(json as Record<string, unknown>) === sha256 ? data : undefined;
}

type LockAudit = {
  readonly locks: number;
  readonly exports: number;
  /** Number of files of records. */
  readonly records: number;
  /** One line per fault, with the period and the mismatch. */
  readonly faults: readonly string[];
  /** One line per period, with the number of files left by failed attempts to lock. */
  readonly leftovers: readonly string[];
};

/**
 * Recomputes every hash of an account's locked periods: snapshots, their chain, and their files. Compares the table
 * with the bucket, also for the files of records (Art. 63c CIR 282/2011).
 * @param until the instant of a restored table
 */
export async function auditLocks(ledger: LedgerId, until?: string): Promise<LockAudit> {
  const items = await loadLockItems(ledger);
  const faults: string[] = [];
  const locks: LockedPeriod[] = [];
  for (const item of items) {
    faults.push(...snapshotFaults(ledger, item));
    const parsed = LockedPeriod.safeParse(item);
    if (parsed.success) locks.push(parsed.data);
  }
  const chain = `${lockChainKey(ledger).pk}: the end of the chain`;
  const head = await loadedOr(chain, () => loadChainHead(ledger), undefined, faults);
  faults.push(...chainFaults(locks, head));
  for (const lock of locks) faults.push(...(await artifactFaults(lock)));
  const { faults: missing, leftovers } = compareEvidence(locks, await loadEvidence(ledger), until);
  faults.push(...missing);
  const jobs = await loadRecordsJobs(ledger, faults);
  const listed = await listRecordsFiles(ledger);
  faults.push(
    ...(await recordsFaults(jobs, listed, (file) => readStoredFile(file.key, file.version_id))),
  );
  const exports = locks.reduce((sum, lock) => sum + lock.exports.length, 0);
  const records = jobs.reduce((sum, job) => sum + job.files.length, 0);
  return { locks: items.length, exports, records, faults, leftovers };
}

function snapshotFaults(ledger: LedgerId, item: Record<string, unknown>): string[] {
  const parsed = LockedPeriod.safeParse(item);
  if (!parsed.success) return [`${item["sk"]}: the snapshot cannot be read`];
  const faults: string[] = [];
  const name = nameOfLock(parsed.data);
  const { sk } = lockKey(ledger, parsed.data);
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
    const found = await readStoredFile(key, version_id);
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
