import type { AccountId, AuthorId } from "../core/ids.ts";

/** The owner of the quota that a call uses: an account, or a person on a route of no account. */
export type QuotaOwner = AccountId | AuthorId;

/** The header in which the CloudFront edge passes the caller's address. Without an edge the header is untrusted. */
export const VIEWER_ADDRESS_HEADER = "x-viewer-address";

/** A limit: at most `calls` of one client in each window of `seconds`. */
export type RateLimit = { readonly calls: number; readonly seconds: number };

const USUAL: RateLimit = { calls: 60, seconds: 60 };

/**
 * Reads a limit from `<name>_RATE_LIMIT` (calls) and `<name>_RATE_WINDOW_SECONDS`; defaults to `usual`, 60 each.
 * @throws RangeError when a setting is not a positive whole number, so that a typing error does not lift the limit.
 */
export const rateLimitFrom = (
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  usual = USUAL,
): RateLimit => ({
  calls: wholeNumber(env, `${name}_RATE_LIMIT`) ?? usual.calls,
  seconds: wholeNumber(env, `${name}_RATE_WINDOW_SECONDS`) ?? usual.seconds,
});

/**
 * Reads a setting; undefined when it is not set.
 * @throws RangeError when it is not a positive whole number
 */
export function wholeNumber(
  env: Readonly<Record<string, string | undefined>>,
  variable: string,
): number | undefined {
  const text = env[variable];
  if (!text) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new RangeError(`${variable} must be a whole number from 1 to 999999999, not ${text}`);
}

/** A window of time, common to all clients; `start` is an ISO 8601 instant. */
export type CallWindow = {
  readonly start: string;
  readonly seconds: number;
  /** The end, in seconds since 1970. */
  readonly ends_at: number;
};

/** Returns the window that contains `now`; windows follow each other without a gap since 1970. */
export function windowAt({ seconds }: RateLimit, now: Date): CallWindow {
  const startsAt = Math.floor(now.getTime() / 1000 / seconds) * seconds;
  return { start: new Date(startsAt * 1000).toISOString(), seconds, ends_at: startsAt + seconds };
}

/** Returns the whole seconds until the window ends; later calls are counted in the next window. */
export const secondsUntilEnd = ({ ends_at }: CallWindow, now: Date): number =>
  Math.ceil(ends_at - now.getTime() / 1000);

/**
 * Remembers the clients that were rejected in the current window. A rejection holds until the window ends, so further
 * calls of a client do not read the counter and a flood causes few writes.
 */
export function rejectionMemory() {
  let latest = "";
  let clients = new Set<string>();
  return {
    has: (client: string, { start }: CallWindow): boolean =>
      start === latest && clients.has(client),
    add: (client: string, { start }: CallWindow): void => {
      if (start !== latest) clients = new Set();
      latest = start;
      clients.add(client);
    },
  };
}

/** A quota: `calls` become available evenly over `seconds`, and at most `burst` of them accumulate. */
export type Quota = RateLimit & { readonly burst: number };

/** The used part of a quota. */
export type CallBucket = {
  /** Calls that are used and not yet available again; fractions included, never negative. */
  readonly owed: number;
  /** The instant of the count, in milliseconds since 1970. */
  readonly at: number;
};

type CallResult = {
  readonly bucket: CallBucket;
  readonly isUsedUp: boolean;
  /** Whole calls that can be made at once after this one. */
  readonly left: number;
  /** Milliseconds until one more call is available. */
  readonly wait_ms: number;
};

/** The state with the whole burst available. */
export const FULL: CallBucket = { owed: 0, at: 0 };

/** Tolerance in calls; larger than any floating-point error. */
const ROUNDING = 1e-6;

/** Returns the milliseconds in which one call becomes available again. */
export const msEach = ({ calls, seconds }: Quota): number => (seconds * 1000) / calls;

/** Returns the bucket at a later instant. A clock that went back changes nothing. */
export const bucketAt = (quota: Quota, { owed, at }: CallBucket, now: number): CallBucket => ({
  owed: Math.max(0, owed - Math.max(0, now - at) / msEach(quota)),
  at: now,
});

/**
 * Takes a call from the bucket, unless it is empty. This is a token bucket that counts missing tokens (GCRA). In any
 * span of time, the calls that pass are at most one burst plus those that became available.
 */
export function takeCall(quota: Quota, before: CallBucket, now: number): CallResult {
  const bucket = bucketAt(quota, before, now);
  const isUsedUp = bucket.owed > quota.burst - 1 + ROUNDING;
  const after = isUsedUp ? bucket : { owed: bucket.owed + 1, at: now };
  const room = quota.burst - after.owed + ROUNDING;
  const left = Math.max(0, Math.floor(room));
  return { bucket: after, isUsedUp, left, wait_ms: (left + 1 - room) * msEach(quota) };
}

/**
 * Returns the latest plausible instant. Processes together may exceed a burst, but hardly by a whole window; a later
 * instant comes from a wrong clock.
 */
export const furthestFullAt = (quota: Quota, now: number): number =>
  now + (quota.burst + quota.calls) * msEach(quota);

/**
 * Returns the bucket with the larger number of used calls: this process's own count, or the count recorded in the table
 * until `full_at` plus the process's unrecorded calls.
 */
export function withNoted(
  quota: Quota,
  own: CallBucket,
  noted: { readonly full_at: number; readonly unnoted: number },
  now: number,
): CallBucket {
  const { owed } = bucketAt(quota, own, now);
  const believed = Math.min(noted.full_at, furthestFullAt(quota, now));
  return { owed: Math.max(owed, (believed - now) / msEach(quota) + noted.unnoted), at: now };
}

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
  const knownOf = (owner: QuotaOwner) => accounts.get(owner) ?? NOTHING_KNOWN;
  const keep = (owner: QuotaOwner, known: KnownBucket) => {
    accounts.delete(owner);
    accounts.set(owner, known);
    const oldest = accounts.size > MOST_ACCOUNTS ? accounts.keys().next().value : undefined;
    if (oldest !== undefined) accounts.delete(oldest);
  };
  return {
    /** Counts a call, unless the quota is used up: a rejected call costs no further write. */
    take(owner: QuotaOwner, quota: Quota, now: number): CountedCall {
      const { known, note, ...counted } = counting(quota, knownOf(owner), now);
      keep(owner, known);
      return note ? { ...counted, note } : counted;
    },
    /** Returns the milliseconds that a call would have to wait, or 0. Does not count a call. */
    waitOf(owner: QuotaOwner, quota: Quota, now: number): number {
      const { isUsedUp, wait_ms } = takeCall(quota, knownOf(owner).bucket, now);
      return isUsedUp ? wait_ms : 0;
    },
    /** Updates an owner from the table, which has the recorded calls of all processes. */
    learn(owner: QuotaOwner, quota: Quota, full_at: number, now: number): void {
      const known = knownOf(owner);
      const bucket = withNoted(quota, known.bucket, { full_at, unnoted: known.unnoted }, now);
      keep(owner, { ...known, bucket, full_at });
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
