import { type Period, periodNamed } from "../../core/calendar/period.ts";
import { storeFirst, storeOnce } from "../../platform/s3/write-once.ts";
import { type LockFileKind, lockFileKey } from "./lock-files.ts";
import { Filing, type LockedPeriod } from "./locked-period.ts";

/** A lock as it is being stored, or stands. */
type Locked = Omit<LockedPeriod, "filed">;

const fileOf = (account: string, lock: Locked, kind: LockFileKind, content: unknown) => ({
  key: lockFileKey(account, lock, kind),
  body: `${JSON.stringify(content, null, 2)}\n`,
  content_type: "application/json",
  // The key of a stored lock is one of the calendar.
  period: periodNamed(lock.period_key) as Period,
});

/** Stores the snapshot as a file that nobody can change, before the table has it. */
export const storeSnapshot = (account: string, lock: Locked, now: Date) =>
  storeOnce(fileOf(account, lock, "snapshot", lock), now);

/**
 * Stores that the snapshot has become a lock. From then on a table without it is a fault; its snapshot file
 * alone could be of an attempt that came to nothing.
 */
export const sealLock = (account: string, { filed, ...lock }: LockedPeriod, now: Date) =>
  storeOnce(fileOf(account, lock, "seal", { sha256: lock.sha256, locked_at: lock.locked_at }), now);

/** Stores the record of a filing, unless there is one: whichever was first is the answer. */
export async function storeFiling(
  account: string,
  { filed, ...lock }: LockedPeriod,
  filing: Filing,
  now: Date,
): Promise<Filing> {
  const { text } = await storeFirst(fileOf(account, lock, "filing", filing), now);
  return Filing.parse(JSON.parse(text));
}
