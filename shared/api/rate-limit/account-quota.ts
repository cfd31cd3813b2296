import {
  type CallBucket,
  FULL,
  furthestFullAt,
  msEach,
  type Quota,
  takeCall,
  withNoted,
} from "./bucket.ts";

/** Calls of one process, to be recorded for all processes. */
export type CallNote = {
  /** Milliseconds by which the calls delay the instant at which the bucket is full. */
  readonly adds_ms: number;
  /** The instant of the first of these calls, in milliseconds since 1970. */
  readonly since: number;
  /** The last value read from the table: the instant at which the bucket is full. */
  readonly full_at: number;
  /** Latest plausible instant; a later one in the table is ignored. */
  readonly furthest: number;
};

/** The state of an account's calls in one process. */
type KnownBucket = {
  readonly bucket: CallBucket;
  /** Calls of this process that are not recorded yet. `since` is the instant of the first one. */
  readonly unnoted: number;
  readonly since: number;
  readonly full_at: number;
};

/** The result of counting a call of an account. */
type CountedCall = {
  readonly isUsedUp: boolean;
  readonly left: number;
  readonly wait_ms: number;
  /** The calls to record in the table now, if any. */
  readonly note?: CallNote;
};

const NOTHING_KNOWN: KnownBucket = { bucket: FULL, unnoted: 0, since: 0, full_at: 0 };

/** Largest part of a window's calls that a process counts without recording them. */
const UNNOTED_PART = 1 / 50;

/** Maximum number of accounts in memory. A dropped account regains its burst, which is insignificant. */
const MOST_ACCOUNTS = 10_000;

/**
 * Counts the calls of accounts. Each process counts on its own and records its calls periodically, so that most calls
 * write nothing. With N processes, at most N fiftieths of a window's calls pass above the limit.
 */
export function quotaMemory() {
  const accounts = new Map<string, KnownBucket>();
  const knownOf = (account: string) => accounts.get(account) ?? NOTHING_KNOWN;
  const keep = (account: string, known: KnownBucket) => {
    accounts.delete(account);
    accounts.set(account, known);
    const oldest = accounts.size > MOST_ACCOUNTS ? accounts.keys().next().value : undefined;
    if (oldest !== undefined) accounts.delete(oldest);
  };
  return {
    /** Counts a call, unless the quota is used up: a rejected call costs no further write. */
    take(account: string, quota: Quota, now: number): CountedCall {
      const { known, note, ...counted } = counting(quota, knownOf(account), now);
      keep(account, known);
      return note ? { ...counted, note } : counted;
    },
    /** Returns the milliseconds that a call would have to wait, or 0. Does not count a call. */
    waitOf(account: string, quota: Quota, now: number): number {
      const { isUsedUp, wait_ms } = takeCall(quota, knownOf(account).bucket, now);
      return isUsedUp ? wait_ms : 0;
    },
    /** Updates an account from the table, which has the recorded calls of all processes. */
    learn(account: string, quota: Quota, full_at: number, now: number): void {
      const known = knownOf(account);
      const bucket = withNoted(quota, known.bucket, { full_at, unnoted: known.unnoted }, now);
      keep(account, { ...known, bucket, full_at });
    },
  };
}

function counting(
  quota: Quota,
  known: KnownBucket,
  now: number,
): CountedCall & { readonly known: KnownBucket } {
  const { bucket, ...taken } = takeCall(quota, known.bucket, now);
  if (taken.isUsedUp) return { ...taken, known: { ...known, bucket } };
  const unnoted = known.unnoted + 1;
  const since = known.unnoted === 0 ? now : known.since;
  if (unnoted < quota.calls * UNNOTED_PART) {
    return { ...taken, known: { ...known, bucket, unnoted, since } };
  }
  const note = {
    adds_ms: unnoted * msEach(quota),
    since,
    full_at: known.full_at,
    furthest: furthestFullAt(quota, now),
  };
  return { ...taken, note, known: { ...known, bucket, unnoted: 0, since } };
}
