import { readFile } from "../../platform/s3/write-once.ts";
import { type LockFileKind, lockFileAt } from "../../returns/locks/lock-files.ts";
import { Filing, LockedPeriod } from "../../returns/locks/locked-period.ts";
import { snapshotSha256 } from "../../returns/locks/store-locks.ts";
import type { Bucket } from "./evidence.ts";
import { listFiles } from "./store-account-files.ts";

/** All that the bucket has of an account's locks: files by name, and those that say something by content. */
export async function loadEvidence(account: string): Promise<Bucket> {
  const files = await listFiles(account);
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
  const file = await readFile(key);
  try {
    return JSON.parse(file?.text ?? "");
  } catch {
    return undefined;
  }
}

/** The snapshot of a file, when it is the one that the file is named by. */
function snapshotIn(json: unknown, sha256: string): LockedPeriod | undefined {
  const { success, data } = LockedPeriod.safeParse(json);
  if (!success || data.sha256 !== sha256) return undefined;
  return snapshotSha256(json as Record<string, unknown>) === sha256 ? data : undefined;
}
