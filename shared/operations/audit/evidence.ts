import { nameOfLock } from "../../returns/locks/chain.ts";
import { lockFileAt } from "../../returns/locks/lock-files.ts";
import type { Filing, LockedPeriod } from "../../returns/locks/locked-period.ts";

/** A file of an account, as the bucket lists it. */
export type ListedFile = {
  readonly key: string;
  /** How often something was stored under the key; deletions count. */
  readonly versions: number;
};

/** A snapshot as it was stored in a file; undefined when the file does not hold what its name says. */
type FiledSnapshot =
  | Pick<LockedPeriod, "scheme_type" | "period_key" | "registration_id" | "previous" | "exports">
  | undefined;

/** All that the bucket has of an account. */
export type Bucket = {
  readonly files: readonly ListedFile[];
  /** By SHA-256. */
  readonly snapshots: ReadonlyMap<string, FiledSnapshot>;
  readonly filings: ReadonlyMap<string, Filing | undefined>;
};

/** What does not fit, a line each, and what attempts to lock that came to nothing have left. */
type Evidence = { readonly faults: readonly string[]; readonly leftovers: readonly string[] };

/**
 * Holds the locks of the table against the files of the bucket, in both directions: who can write to the table
 * can remove or rewrite a lock there, but neither its snapshot file nor its seal.
 */
export function compareEvidence(locks: readonly LockedPeriod[], bucket: Bucket): Evidence {
  const standing = new Set(locks.map(({ sha256 }) => sha256));
  const confirmed = confirmedIn(bucket);
  const removed = [...confirmed].filter((sha256) => !standing.has(sha256));
  return {
    faults: [
      ...bucket.files.flatMap(versionFaults),
      ...[...bucket.snapshots].flatMap(([sha256, one]) => (one ? [] : [brokenSnapshot(sha256)])),
      ...removed.map((sha256) => removedLock(sha256, bucket)),
      ...locks.flatMap((lock) => lockFaults(lock, bucket)),
    ],
    leftovers: leftoversOf(bucket, locks, confirmed),
  };
}

/** Keys are stored to once: a second version, or a mark that deletes the first, is no work of the service. */
const versionFaults = ({ key, versions }: ListedFile): string[] =>
  versions === 1
    ? []
    : [`${key} was stored or deleted ${versions} times, the service does it once`];

const brokenSnapshot = (sha256: string): string =>
  `the snapshot file of ${sha256} does not hold what its name says`;

/**
 * The snapshots that were locked for certain: those with a seal, and all that they are chained to. The file alone
 * says nothing, since it is stored before the item and an attempt may end in between.
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

function lockFaults(lock: LockedPeriod, { snapshots, filings }: Bucket): string[] {
  const name = nameOfLock(lock);
  const missing = snapshots.has(lock.sha256)
    ? []
    : [`${name}: its snapshot, SHA-256 ${lock.sha256}, is in no file`];
  const filed = filings.get(lock.sha256);
  if (textOf(filed) === textOf(lock.filed)) return missing;
  const told = filed ? `is ${evidenceView(filed)} in its file` : "is in no file";
  return [
    ...missing,
    `${name}: the record of its filing is ${evidenceView(lock.filed)}, and ${told}`,
  ];
}

const textOf = (filed: Filing | undefined): string =>
  [filed?.filed_at, filed?.filing_reference, filed?.recorded_at, filed?.recorded_by].join("\n");

const evidenceView = (filed: Filing | undefined): string =>
  filed ? `${filed.filed_at} ${filed.filing_reference ?? "without reference"}` : "none";

/** By period, so that files of a period without a lock are seen. */
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
