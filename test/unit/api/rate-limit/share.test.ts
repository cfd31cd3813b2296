import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  accountQuotaFrom,
  quotaHeaders,
  rejectedKeys,
} from "../../../../shared/api/middleware/rate-limit.ts";
import {
  type CallNote,
  msEach,
  type Quota,
  quotaMemory,
} from "../../../../shared/api/rate-limits.ts";
import type { AccountId } from "../../../../shared/core/ids.ts";

/** One call comes back in 100 ms; a fiftieth of a window are two calls. */
const share: Quota = { calls: 100, seconds: 10, burst: 20 };
const T = Date.parse("2026-11-22T12:00:05Z");

type Memory = ReturnType<typeof quotaMemory>;

const taken = (memory: Memory, calls: number, now = T, account = "shop") =>
  Array.from({ length: calls }, () => memory.take(account as AccountId, share, now));

/** What the table makes of a note (store/rate-limits.ts). */
const tableAfter = (full_at: number, { adds_ms, since, furthest }: CallNote): number =>
  (full_at >= since && full_at <= furthest ? full_at : since) + adds_ms;

describe("the share of an account", () => {
  it("is its burst at once, and then what comes back", () => {
    const memory = quotaMemory();
    const all = taken(memory, 22);
    expect(all.filter(({ isUsedUp }) => isUsedUp)).toHaveLength(2);
    expect(all.map(({ left }) => left).slice(-4)).toEqual([1, 0, 0, 0]);
    expect(taken(memory, 2, T + 100)).toMatchObject([{ isUsedUp: false }, { isUsedUp: true }]);
  });

  it("is no other's", () => {
    const memory = quotaMemory();
    taken(memory, 21);
    expect(taken(memory, 1, T, "other")).toMatchObject([{ isUsedUp: false, left: 19 }]);
  });

  it("is noted two calls at a time, as from the first of them, and not once it is used up", () => {
    const memory = quotaMemory();
    const [first, second] = [...taken(memory, 1), ...taken(memory, 1, T + 70)];
    expect(first).not.toHaveProperty("note");
    expect(second?.note).toMatchObject({ adds_ms: 200, since: T });
    const all = taken(memory, 100, T + 70).map(({ note }) => note?.adds_ms ?? 0);
    expect(all.reduce((sum, ms) => sum + ms)).toBe(1_800);
  });

  it("counts what others have noted, and what it has not noted itself", () => {
    const memory = quotaMemory();
    taken(memory, 3);
    memory.learn("shop" as AccountId, share, T + 1_500, T);
    // 15 of all, one of its own that nobody knows of, and this one.
    expect(taken(memory, 1)).toMatchObject([{ left: 3 }]);
  });

  it("does not grow by a note that is late", () => {
    const memory = quotaMemory();
    taken(memory, 10);
    memory.learn("shop" as AccountId, share, T + 200, T);
    expect(taken(memory, 1)).toMatchObject([{ left: 9 }]);
  });

  it("says how long to wait without counting it", () => {
    const memory = quotaMemory();
    expect(memory.waitOf("shop" as AccountId, share, T)).toBe(0);
    taken(memory, 20);
    expect(memory.waitOf("shop" as AccountId, share, T + 40)).toBeCloseTo(60, 2);
    expect(memory.waitOf("shop" as AccountId, share, T + 100)).toBe(0);
  });

  it("is kept of ten thousand accounts, those that called last", () => {
    const memory = quotaMemory();
    taken(memory, 20, T, "first");
    taken(memory, 20, T, "second");
    for (let n = 0; n < 9_998; n += 1) taken(memory, 1, T, `a${n}`);
    taken(memory, 1, T, "first");
    taken(memory, 1, T, "one more");
    expect(memory.waitOf("first" as AccountId, share, T)).toBeGreaterThan(0);
    expect(memory.waitOf("second" as AccountId, share, T)).toBe(0);
  });

  it("is passed by at most a fiftieth of a window for each process", () => {
    const turns = fc.array(fc.tuple(fc.nat(7), fc.nat(40)), { minLength: 600, maxLength: 600 });
    fc.assert(
      fc.property(turns, fc.integer({ min: 1, max: 8 }), (turns, processes) => {
        const { passed, took_ms } = passedOf(turns, processes);
        const most = share.burst + took_ms / msEach(share);
        expect(passed).toBeLessThanOrEqual(most + 2 * processes);
        expect(passed).toBeGreaterThanOrEqual(Math.min(turns.length, most) - 2 * processes - 1);
      }),
      { numRuns: 30 },
    );
  });
});

/** Processes take turns in any order; what one notes is added at once, and told to it alone. */
function passedOf(
  turns: readonly (readonly [process: number, pause: number])[],
  processes: number,
) {
  const memories = Array.from({ length: processes }, quotaMemory);
  let [now, passed, full_at] = [T, 0, 0];
  for (const [turn, pause] of turns) {
    now += pause;
    const memory = memories[turn % processes] as Memory;
    const { isUsedUp, note } = memory.take("shop" as AccountId, share, now);
    passed += isUsedUp ? 0 : 1;
    if (!note) continue;
    full_at = tableAfter(full_at, note);
    memory.learn("shop" as AccountId, share, full_at, now);
  }
  return { passed, took_ms: now - T };
}

describe("a key that was refused", () => {
  it("is known for a second, and then forgotten", () => {
    const keys = rejectedKeys<string>();
    keys.add("hash", "shop", T);
    expect([T, T + 999].map((now) => keys.callerOf("hash", now))).toEqual(["shop", "shop"]);
    expect(keys.callerOf("other", T)).toBeUndefined();
    expect(keys.callerOf("hash", T + 1_000)).toBeUndefined();
    expect(keys.callerOf("hash", T + 999)).toBeUndefined();
  });

  it("is forgotten when the clock went back before it", () => {
    const keys = rejectedKeys<string>();
    keys.add("hash", "shop", T);
    expect(keys.callerOf("hash", T - 1)).toBeUndefined();
  });

  it("is one of a thousand, the latest", () => {
    const keys = rejectedKeys<number>();
    for (let n = 0; n < 1_001; n += 1) keys.add(`hash ${n}`, n, T);
    expect([0, 1, 1_000].map((n) => keys.callerOf(`hash ${n}`, T))).toEqual([undefined, 1, 1_000]);
  });
});

test.for([
  [{ calls: 500, seconds: 10, burst: 50 }, 37, '"account";q=50;w=1', '"account";r=37;t=1'],
  [{ calls: 10, seconds: 60, burst: 4 }, 0, '"account";q=4;w=24', '"account";r=0;t=1'],
  [{ calls: 3, seconds: 1, burst: 4 }, 4, '"account";q=4;w=2', '"account";r=4;t=1'],
] as const)("headers of %j say burst and its time, what is left and until when", (row) => {
  const [any, left, policy, limit] = row;
  expect(quotaHeaders(any, left, 1)).toEqual({ "ratelimit-policy": policy, ratelimit: limit });
});

describe("the settings of a share", () => {
  test.for<[string | undefined, string | undefined, string | undefined, Quota]>([
    [undefined, undefined, undefined, { calls: 20_000, seconds: 10, burst: 2_000 }],
    ["500", "10", "40", { calls: 500, seconds: 10, burst: 40 }],
    ["5", "2", undefined, { calls: 5, seconds: 2, burst: 3 }],
    ["1", "3600", undefined, { calls: 1, seconds: 3_600, burst: 1 }],
  ])("%j calls in %j s with a burst of %j", ([calls, seconds, burst, wanted]) => {
    const env = {
      ACCOUNT_RATE_LIMIT: calls,
      ACCOUNT_RATE_WINDOW_SECONDS: seconds,
      ACCOUNT_RATE_BURST: burst,
    };
    expect(accountQuotaFrom(env)).toEqual(wanted);
  });

  it("refuse a burst of none", () => {
    expect(() => accountQuotaFrom({ ACCOUNT_RATE_BURST: "0" })).toThrow("ACCOUNT_RATE_BURST");
  });
});
