import type { RateLimit } from "./window.ts";

/** `calls` come back in `seconds`, evenly, and at most `burst` of them can be saved up. */
export type Quota = RateLimit & { readonly burst: number };

/** What has been taken of a share. */
export type CallBucket = {
  /** Calls that were made and have not come back; parts of a call too, never below zero. */
  readonly owed: number;
  /** As of this instant, in milliseconds since 1970. */
  readonly at: number;
};

/** What became of a call. */
type RefundedAmounts = {
  readonly bucket: CallBucket;
  readonly isUsedUp: boolean;
  /** Whole calls that could be made at once after this one. */
  readonly left: number;
  /** Milliseconds until there is one more of them. */
  readonly wait_ms: number;
};

/** Nothing has been taken: the whole burst is there. */
export const FULL: CallBucket = { owed: 0, at: 0 };

/** A call that is back but for so little of it is back: floating point loses less than that. */
const ROUNDING = 1e-6;

/** Milliseconds in which one call comes back. */
export const msEach = ({ calls, seconds }: Quota): number => (seconds * 1000) / calls;

/** The bucket at a later instant. A clock that went back gives nothing for that time, and takes nothing. */
export const bucketAt = (share: Quota, { owed, at }: CallBucket, now: number): CallBucket => ({
  owed: Math.max(0, owed - Math.max(0, now - at) / msEach(share)),
  at: now,
});

/**
 * Takes a call from the bucket, unless it is empty: a token bucket, told by what is missing in it (GCRA). In
 * no time are more calls let through than come back in it and a burst.
 */
export function takeCall(share: Quota, before: CallBucket, now: number): RefundedAmounts {
  const bucket = bucketAt(share, before, now);
  const isUsedUp = bucket.owed > share.burst - 1 + ROUNDING;
  const after = isUsedUp ? bucket : { owed: bucket.owed + 1, at: now };
  const room = share.burst - after.owed + ROUNDING;
  const left = Math.max(0, Math.floor(room));
  return { bucket: after, isUsedUp, left, wait_ms: (left + 1 - room) * msEach(share) };
}

/**
 * The latest instant that is believed: processes together may take more than a burst, but hardly a whole window
 * more. What lies behind it was said by a clock that is wrong.
 */
export const furthestFullAt = (share: Quota, now: number): number =>
  now + (share.burst + share.calls) * msEach(share);

/**
 * The bucket with the larger debt of the two: what this process knows; and what all have noted, until `full_at` by
 * the table, with its own calls that it has not.
 */
export function withNoted(
  share: Quota,
  own: CallBucket,
  noted: { readonly full_at: number; readonly unnoted: number },
  now: number,
): CallBucket {
  const { owed } = bucketAt(share, own, now);
  const believed = Math.min(noted.full_at, furthestFullAt(share, now));
  return { owed: Math.max(owed, (believed - now) / msEach(share) + noted.unnoted), at: now };
}
