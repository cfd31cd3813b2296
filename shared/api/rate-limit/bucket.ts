import type { RateLimit } from "./window.ts";

/** A quota: `calls` become available evenly over `seconds`, and at most `burst` of them accumulate. */
export type Quota = RateLimit & { readonly burst: number };

/** The used part of a quota. */
export type CallBucket = {
  /** Calls that are used and not yet available again; fractions included, never negative. */
  readonly owed: number;
  /** The instant of the count, in milliseconds since 1970. */
  readonly at: number;
};

/** The result of taking a call. */
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
