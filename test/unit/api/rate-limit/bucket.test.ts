import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  bucketAt,
  type CallBucket,
  FULL,
  furthestFullAt,
  msEach,
  type Quota,
  takeCall,
  withNoted,
} from "../../../../shared/api/rate-limits.ts";

/** One call comes back in 100 ms. */
const share: Quota = { calls: 10, seconds: 1, burst: 3 };
const T = Date.parse("2026-11-22T12:00:00Z");

/** The instants, in milliseconds after T, of the calls that were let through. */
function passedAt(share: Quota, instants: readonly number[]): number[] {
  let bucket: CallBucket = FULL;
  return instants.filter((ms) => {
    const taken = takeCall(share, bucket, T + ms);
    bucket = taken.bucket;
    return !taken.isUsedUp;
  });
}

describe("a bucket of three calls, of which one comes back in 100 ms", () => {
  test.for<[string, number[], number[]]>([
    ["a burst", [0, 0, 0, 0, 0], [0, 0, 0]],
    ["calls as fast as they come back", [0, 100, 200, 300, 400], [0, 100, 200, 300, 400]],
    ["a flood", [0, 1, 2, 3, 50, 99, 100, 101, 199, 200, 201], [0, 1, 2, 100, 200]],
    ["a pause that fills it again", [0, 0, 0, 0, 300, 300, 300, 300], [0, 0, 0, 300, 300, 300]],
    ["a long pause, which saves no more than a burst", [0, 9e9, 9e9, 9e9, 9e9], [0, 9e9, 9e9, 9e9]],
    ["a clock that goes back", [1000, 1000, 1000, 0, 99, 100], [1000, 1000, 1000, 100]],
  ])("%s", ([, instants, passed]) => {
    expect(passedAt(share, instants)).toEqual(passed);
  });

  it("says what is left, and when there is one more", () => {
    const first = takeCall(share, FULL, T);
    expect(first).toMatchObject({ left: 2, isUsedUp: false });
    expect(first.wait_ms).toBeCloseTo(100, 2);
    const second = takeCall(share, first.bucket, T + 30);
    expect(second).toMatchObject({ left: 1, isUsedUp: false });
    expect(second.wait_ms).toBeCloseTo(70, 2);
    const third = takeCall(share, second.bucket, T + 30);
    expect(third.left).toBe(0);
    const refused = takeCall(share, third.bucket, T + 40);
    expect(refused).toMatchObject({ left: 0, isUsedUp: true });
    expect(refused.wait_ms).toBeCloseTo(60, 2);
  });

  it("lets nobody wait for good after its clock went back by an hour", () => {
    let { bucket } = takeCall(share, FULL, T);
    for (let n = 0; n < 3; n += 1) bucket = takeCall(share, bucket, T).bucket;
    const hourBefore = T - 3_600_000;
    const refused = takeCall(share, bucket, hourBefore);
    expect(refused.isUsedUp).toBe(true);
    expect(refused.wait_ms).toBeCloseTo(100, 2);
    expect(takeCall(share, refused.bucket, hourBefore + 100).isUsedUp).toBe(false);
  });
});

describe("what others have noted", () => {
  const own = takeCall(share, FULL, T).bucket;

  it("counts when it is more than one's own", () => {
    expect(withNoted(share, own, { full_at: T + 200, unnoted: 0 }, T).owed).toBeCloseTo(2);
    expect(withNoted(share, own, { full_at: T + 200, unnoted: 1 }, T).owed).toBeCloseTo(3);
    expect(withNoted(share, own, { full_at: T - 500, unnoted: 0 }, T).owed).toBe(1);
  });

  it("is not believed beyond a window: it was another clock", () => {
    const year = withNoted(share, own, { full_at: T + 3e10, unnoted: 0 }, T);
    expect(bucketAt(share, year, furthestFullAt(share, T)).owed).toBe(0);
  });
});

const shares = fc.record({
  calls: fc.integer({ min: 1, max: 1_000 }),
  seconds: fc.integer({ min: 1, max: 3_600 }),
  burst: fc.integer({ min: 1, max: 100 }),
});
const steps = fc.array(fc.nat(2_000), { minLength: 1, maxLength: 120 });

it("never lets more through than comes back in any time, and a burst", () => {
  fc.assert(
    fc.property(shares, steps, (any, pauses) => {
      let ms = 0;
      const passed = passedAt(
        any,
        pauses.map((pause) => (ms += pause)),
      );
      for (const [from, start] of passed.entries()) {
        for (const [to, end] of passed.slice(from).entries()) {
          const most = any.burst + (end - start) / msEach(any);
          if (to + 1 > most + 1e-3) throw new Error(`${to + 1} calls in ${end - start} ms`);
        }
      }
    }),
  );
});

it("never owes less than nothing or more than a burst, whatever the clock does", () => {
  const jumps = fc.array(fc.integer({ min: -100_000, max: 100_000 }), { minLength: 1 });
  fc.assert(
    fc.property(shares, jumps, (any, moves) => {
      let [bucket, now] = [FULL, T];
      for (const move of moves) {
        now += move;
        const taken = takeCall(any, bucket, now);
        bucket = taken.bucket;
        expect(bucket.owed).toBeGreaterThanOrEqual(0);
        expect(bucket.owed).toBeLessThanOrEqual(any.burst + 1e-3);
        expect(taken.left).toBeGreaterThanOrEqual(0);
        expect(taken.wait_ms).toBeGreaterThan(0);
        expect(taken.wait_ms).toBeLessThanOrEqual(msEach(any) * 1.001);
      }
    }),
  );
});

it("accepts the next call after the returned wait", () => {
  fc.assert(
    fc.property(shares, steps, (any, pauses) => {
      let [bucket, now] = [FULL, T];
      for (const pause of pauses) {
        now += pause;
        const taken = takeCall(any, bucket, now);
        bucket = taken.bucket;
        if (!taken.isUsedUp) continue;
        expect(takeCall(any, bucket, now + Math.ceil(taken.wait_ms)).isUsedUp).toBe(false);
      }
    }),
  );
});
