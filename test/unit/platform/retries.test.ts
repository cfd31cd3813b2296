import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { backOff, isRetryable, patience, withRetries } from "../../../shared/platform/calls.ts";

const THROTTLED = Object.assign(new Error("slow down"), { name: "ThrottlingException" });
const cancelled = (...codes: string[]) =>
  Object.assign(new Error("cancelled"), { CancellationReasons: codes.map((Code) => ({ Code })) });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The pauses between the attempts of something that never succeeds, and how it ended. */
async function pausesOf(random: number, took_ms = 0) {
  vi.spyOn(Math, "random").mockReturnValue(random);
  const began: number[] = [];
  const attempt = async () => {
    began.push(performance.now());
    await new Promise((resolve) => setTimeout(resolve, took_ms));
    throw THROTTLED;
  };
  const ended = withRetries(attempt).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  const pauses = began.slice(1).map((at, n) => Math.round(at - (began[n] as number) - took_ms));
  return { pauses, attempts: began.length, error: await ended, took: performance.now() };
}

describe("what may pass", () => {
  test.for([
    ["a conflict", ["None", "TransactionConflict"], true],
    ["a condition that another writer was faster to break", ["ConditionalCheckFailed"], true],
    ["throttling", ["ThrottlingError", "None"], true],
    ["an item that DynamoDB refuses", ["TransactionConflict", "ValidationError"], false],
  ] as const)("%s: %j", ([, codes, expected]) => {
    expect(isRetryable(cancelled(...codes))).toBe(expected);
  });
});

describe("an attempt that fails", () => {
  it("is made again until it succeeds", async () => {
    let n = 0;
    const result = withRetries(async () => {
      n += 1;
      if (n < 4) throw cancelled("TransactionConflict");
      return n;
    });
    await vi.runAllTimersAsync();
    expect(await result).toBe(4);
  });

  it("is not made again when nothing would change", async () => {
    const attempt = vi.fn(async () => {
      throw new TypeError("a slip");
    });
    await expect(withRetries(attempt)).rejects.toThrow("a slip");
    expect(attempt).toHaveBeenCalledOnce();
  });

  it("is made at most fourteen times, then fails with not_ready", async () => {
    const { attempts, error } = await pausesOf(0.5);
    expect(attempts).toBe(14);
    expect(error).toMatchObject({ code: "not_ready", cause: THROTTLED });
  });

  it("waits up to twice as long each time, from 25 to 800 ms: full jitter", async () => {
    const longest = [25, 50, 100, 200, 400, ...Array<number>(8).fill(800)];
    expect((await pausesOf(0)).pauses).toEqual(longest.map(() => 0));
    vi.restoreAllMocks();
    expect((await pausesOf(0.8)).pauses).toEqual(longest.map((ms) => ms * 0.8));
  });

  it("is not started after ten seconds, however few there were", async () => {
    const { attempts, error } = await pausesOf(0, 4_000);
    expect(attempts).toBe(3);
    expect(error).toMatchObject({ code: "not_ready" });
  });

  it("shares its patience with the steps before it", async () => {
    const giveUpAt = patience();
    await vi.advanceTimersByTimeAsync(10_000);
    const attempt = vi.fn(async () => {
      throw THROTTLED;
    });
    await expect(withRetries(attempt, giveUpAt)).rejects.toMatchObject({ code: "not_ready" });
    expect(attempt).toHaveBeenCalledOnce();
    await expect(backOff(1, giveUpAt)).rejects.toMatchObject({ code: "not_ready" });
  });
});
