import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { shareMemory } from "../../../shared/rate-limit/share.ts";
import { shareHeaders } from "../../../shared/rate-limit/share-headers.ts";
import { type CallWindow, windowAt } from "../../../shared/rate-limit/window.ts";

const limit = { calls: 100, seconds: 10 };
const now = windowAt(limit, new Date("2026-11-22T12:00:05Z"));
const next = windowAt(limit, new Date("2026-11-22T12:00:15Z"));

type Memory = ReturnType<typeof shareMemory>;

const taken = (memory: Memory, calls: number, window: CallWindow = now, account = "shop") =>
  Array.from({ length: calls }, () => memory.take(account, limit, window));

describe("the share of an account", () => {
  it("is its limit in a window, and whole again in the next", () => {
    const memory = shareMemory();
    const all = taken(memory, 102);
    expect(all.filter(({ isUsedUp }) => isUsedUp)).toHaveLength(2);
    expect(all.map(({ left }) => left).slice(-4)).toEqual([1, 0, 0, 0]);
    expect(taken(memory, 1, next)).toMatchObject([{ isUsedUp: false, left: 99 }]);
  });

  it("is no other's", () => {
    const memory = shareMemory();
    taken(memory, 101);
    expect(taken(memory, 1, now, "other")).toMatchObject([{ isUsedUp: false, left: 99 }]);
  });

  it("is noted two calls at a time, a fiftieth, and not once it is used up", () => {
    const memory = shareMemory();
    expect(taken(memory, 5).map(({ toNote }) => toNote)).toEqual([0, 2, 0, 2, 0]);
    expect(taken(memory, 200).reduce((sum, { toNote }) => sum + toNote, 0)).toBe(96);
  });

  it("counts what others have noted, and what it has not noted itself", () => {
    const memory = shareMemory();
    taken(memory, 3);
    memory.learn("shop", now, 90);
    expect(taken(memory, 1)).toMatchObject([{ left: 8 }]);
  });

  it("does not grow by a note that is late, nor by one of the window before", () => {
    const memory = shareMemory();
    taken(memory, 50);
    memory.learn("shop", now, 2);
    expect(taken(memory, 1)).toMatchObject([{ left: 49 }]);
    taken(memory, 1, next);
    memory.learn("shop", now, 100);
    expect(taken(memory, 1, next)).toMatchObject([{ left: 98 }]);
  });

  /** Processes take turns in any order; what one notes is added at once, and told to it alone. */
  it("is passed by less than a fiftieth for each process beside the first", () => {
    const rounds = fc.array(fc.nat(7), { minLength: 1_000, maxLength: 1_000 });
    fc.assert(
      fc.property(rounds, fc.integer({ min: 1, max: 8 }), (turns, processes) => {
        const memories = Array.from({ length: processes }, shareMemory);
        let noted = 0;
        let passed = 0;
        for (const turn of turns) {
          const memory = memories[turn % processes] as Memory;
          const { isUsedUp, toNote } = memory.take("shop", limit, now);
          if (!isUsedUp) passed += 1;
          noted += toNote;
          if (toNote > 0) memory.learn("shop", now, noted);
        }
        expect(passed).toBeGreaterThanOrEqual(limit.calls);
        expect(passed).toBeLessThanOrEqual(limit.calls + 2 * processes);
      }),
      { numRuns: 30 },
    );
  });
});

test("headers say quota and window, what is left and for how long", () => {
  expect(shareHeaders({ calls: 500, seconds: 10 }, 487, 4)).toEqual({
    "ratelimit-policy": '"account";q=500;w=10',
    ratelimit: '"account";r=487;t=4',
  });
});
