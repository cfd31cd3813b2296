import {
  type CallBucket,
  FULL,
  furthestFullAt,
  msEach,
  type Quota,
  takeCall,
  withNoted,
} from "./bucket.ts";

/** Calls of a process that all others shall know of. */
export type CallNote = {
  /** How much longer they keep the bucket from being full, in milliseconds. */
  readonly adds_ms: number;
  /** The instant of the first of them, in milliseconds since 1970. */
  readonly since: number;
  /** What the table said last: when the bucket is full. */
  readonly full_at: number;
  /** A later instant than this in the table is not believed. */
  readonly furthest: number;
};

/** What a process knows of an account's calls. */
type Known = {
  readonly bucket: CallBucket;
  /** Calls of its own that no other process can know of yet, and when the first of them was. */
  readonly unnoted: number;
  readonly since: number;
  readonly full_at: number;
};

/** What became of a call of an account. */
type Counted = {
  readonly isUsedUp: boolean;
  readonly left: number;
  readonly wait_ms: number;
  /** What is to be noted in the table now, if anything. */
  readonly note?: CallNote;
};

const NOTHING_KNOWN: Known = { bucket: FULL, unnoted: 0, since: 0, full_at: 0 };

/** A process keeps at most this part of a window's calls to itself. */
const UNNOTED_PART = 1 / 50;

/** An account that is forgotten has its burst again, which is little among so many. */
const MOST_ACCOUNTS = 10_000;

/**
 * Counts the calls of accounts. Each process counts for itself and notes what it has counted every so often,
 * so that most calls write nothing: of N processes, at most N fiftieths of a window's calls get through above it.
 */
export function quotaMemory() {
  const accounts = new Map<string, Known>();
  const knownOf = (account: string) => accounts.get(account) ?? NOTHING_KNOWN;
  const keep = (account: string, known: Known) => {
    accounts.delete(account);
    accounts.set(account, known);
    const oldest = accounts.size > MOST_ACCOUNTS ? accounts.keys().next().value : undefined;
    if (oldest !== undefined) accounts.delete(oldest);
  };
  return {
    /** Counts a call, unless the share is used up: who is refused costs no further write. */
    take(account: string, share: Quota, now: number): Counted {
      const { known, note, ...counted } = counting(share, knownOf(account), now);
      keep(account, known);
      return note ? { ...counted, note } : counted;
    },
    /** How long a call would have to wait, in milliseconds; 0 when it need not. It is not counted. */
    waitOf(account: string, share: Quota, now: number): number {
      const { isUsedUp, wait_ms } = takeCall(share, knownOf(account).bucket, now);
      return isUsedUp ? wait_ms : 0;
    },
    /** What the table says that all processes have noted. */
    learn(account: string, share: Quota, full_at: number, now: number): void {
      const known = knownOf(account);
      const bucket = withNoted(share, known.bucket, { full_at, unnoted: known.unnoted }, now);
      keep(account, { ...known, bucket, full_at });
    },
  };
}

function counting(share: Quota, known: Known, now: number): Counted & { readonly known: Known } {
  const { bucket, ...taken } = takeCall(share, known.bucket, now);
  if (taken.isUsedUp) return { ...taken, known: { ...known, bucket } };
  const unnoted = known.unnoted + 1;
  const since = known.unnoted === 0 ? now : known.since;
  if (unnoted < share.calls * UNNOTED_PART) {
    return { ...taken, known: { ...known, bucket, unnoted, since } };
  }
  const note = {
    adds_ms: unnoted * msEach(share),
    since,
    full_at: known.full_at,
    furthest: furthestFullAt(share, now),
  };
  return { ...taken, note, known: { ...known, bucket, unnoted: 0, since } };
}
