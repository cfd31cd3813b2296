import type { RecordsFile, RecordsJob } from "../../ledger/supply-records/job.ts";
import type { Filing, LockedPeriod } from "../../returns/locks/locked-period.ts";
import { lockFileAt, nameOfLock } from "../../returns/locks/snapshot.ts";

/** A file of records as it is in the bucket; undefined if it is missing. */
type FoundFile = Pick<RecordsFile, "sha256" | "size_bytes"> | undefined;

/** Finds files of records that are missing, have other content than their job says, or were stored again. */
export async function recordsFaults(
  jobs: readonly RecordsJob[],
  listed: readonly ListedFile[],
  read: (file: RecordsFile) => Promise<FoundFile>,
): Promise<string[]> {
  const versions = new Map(listed.map((listed) => [listed.key, listed.versions]));
  const faults: string[] = [];
  for (const job of jobs) {
    for (const file of job.files) {
      faults.push(...faultsOf(job, file, await read(file), versions.get(file.key) ?? 1));
    }
  }
  return faults;
}

function faultsOf(
  job: RecordsJob,
  file: RecordsFile,
  found: FoundFile,
  versions: number,
): string[] {
  const name = `records ${job.id}: ${file.file_name} (${file.key})`;
  const again =
    versions === 1
      ? []
      : [`${name} was stored or deleted ${versions} times, the service does it once`];
  if (!found) return [...again, `${name} is missing`];
  const { sha256, size_bytes } = found;
  if (sha256 !== file.sha256) {
    return [...again, `${name} has SHA-256 ${sha256}, its job records ${file.sha256}`];
  }
  return size_bytes === file.size_bytes
    ? again
    : [...again, `${name} has ${size_bytes} bytes, its job records ${file.size_bytes}`];
}

export type ListedFile = {
  readonly key: string;
  /** Number of versions under the key, including deletions. */
  readonly versions: number;
  /** The instant at which the last version was stored, in epoch milliseconds. */
  readonly stored_at?: number;
};

/** A snapshot from a file; undefined if the content does not match the file name. */
type FiledSnapshot =
  | Pick<
      LockedPeriod,
      "scheme_type" | "period_key" | "registration_id" | "previous" | "exports" | "locked_at"
    >
  | undefined;

/** All lock files of an account in the bucket. */
export type Bucket = {
  readonly files: readonly ListedFile[];
  /** The snapshots by SHA-256. */
  readonly snapshots: ReadonlyMap<string, FiledSnapshot>;
  readonly filings: ReadonlyMap<string, Filing | undefined>;
};

/** The faults, one per line, and the files left by failed attempts to lock. */
type Evidence = { readonly faults: readonly string[]; readonly leftovers: readonly string[] };

/**
 * Compares the locks of the table with the files of the bucket in both directions. A user with write access to the
 * table can remove or change a lock there, but not its snapshot file or its seal.
 * @param until the instant of a restored table, which lacks what was recorded later
 */
export function compareEvidence(
  locks: readonly LockedPeriod[],
  bucket: Bucket,
  until = "9999",
): Evidence {
  const existing = new Set(locks.map(({ sha256 }) => sha256));
  const confirmed = confirmedIn(bucket);
  const isLater = (sha256: string) => (bucket.snapshots.get(sha256)?.locked_at ?? "") > until;
  const removed = [...confirmed].filter((sha256) => !existing.has(sha256) && !isLater(sha256));
  return {
    faults: [
      ...bucket.files.flatMap(versionFaults),
      ...[...bucket.snapshots].flatMap(([sha256, one]) => (one ? [] : [brokenSnapshot(sha256)])),
      ...removed.map((sha256) => removedLock(sha256, bucket)),
      ...locks.flatMap((lock) => lockFaults(lock, bucket, until)),
    ],
    leftovers: leftoversOf(bucket, locks, confirmed),
  };
}

/**
 * Finds keys with several versions: the service writes each key once, so a second version or a deletion marker is a
 * fault.
 */
const versionFaults = ({ key, versions }: ListedFile): string[] =>
  versions === 1
    ? []
    : [`${key} was stored or deleted ${versions} times, the service does it once`];

const brokenSnapshot = (sha256: string): string =>
  `the snapshot file of ${sha256} does not hold what its name says`;

/**
 * Returns the snapshots that were certainly locked: those with a seal, and all snapshots that they are chained to. A
 * snapshot file alone proves nothing, because it is stored before the item and an attempt may end in between.
 */
function confirmedIn({ files, snapshots }: Bucket): ReadonlySet<string> {
  const confirmed = new Set<string>();
  for (const { key } of files) {
    const file = lockFileAt(key);
    if (!file || file.kind === "snapshot") continue;
    for (
      let sha256: string | undefined = file.sha256;
      sha256 !== undefined && !confirmed.has(sha256);
      sha256 = snapshots.get(sha256)?.previous?.sha256
    ) {
      confirmed.add(sha256);
    }
  }
  return confirmed;
}

function removedLock(sha256: string, { snapshots }: Bucket): string {
  const snapshot = snapshots.get(sha256);
  const name = snapshot ? nameOfLock(snapshot) : "a snapshot without its file";
  return `${name}: was locked with SHA-256 ${sha256}, and the table has no such lock`;
}

function lockFaults(lock: LockedPeriod, { snapshots, filings }: Bucket, until: string): string[] {
  const name = nameOfLock(lock);
  const missing = snapshots.has(lock.sha256)
    ? []
    : [`${name}: its snapshot, SHA-256 ${lock.sha256}, is in no file`];
  const filed = filings.get(lock.sha256);
  if (textOf(filed) === textOf(lock.filed)) return missing;
  if (!lock.filed && (filed?.recorded_at ?? "") > until) return missing;
  const filingText = filed ? `is ${evidenceView(filed)} in its file` : "is in no file";
  return [
    ...missing,
    `${name}: the record of its filing is ${evidenceView(lock.filed)}, and ${filingText}`,
  ];
}

const textOf = (filed: Filing | undefined): string =>
  [filed?.filed_at, filed?.filing_reference, filed?.recorded_at, filed?.recorded_by].join("\n");

const evidenceView = (filed: Filing | undefined): string =>
  filed ? `${filed.filed_at} ${filed.filing_reference ?? "without reference"}` : "none";

/** Counts the leftover files by period, so that files of a period without a lock are visible. */
function leftoversOf(
  { files, snapshots }: Bucket,
  locks: readonly LockedPeriod[],
  confirmed: ReadonlySet<string>,
): string[] {
  const filed = [...confirmed].map((sha256) => snapshots.get(sha256)?.exports ?? []);
  const used = new Set(
    [...locks.map((lock) => lock.exports), ...filed].flat().map(({ key }) => key),
  );
  const known = new Set([...confirmed, ...locks.map(({ sha256 }) => sha256)]);
  const left = files.filter(({ key }) => {
    const file = lockFileAt(key);
    return file ? !known.has(file.sha256) : !used.has(key);
  });
  const byPeriod = Map.groupBy(left, ({ key }) => key.split("/").slice(1, -1).join(" "));
  return [...byPeriod].map(([period, own]) => `${period}: ${own.length}`).sort();
}
