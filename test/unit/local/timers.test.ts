import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { jobIntervals, runEvery } from "../../../scripts/local/timers.ts";

describe("jobIntervals", () => {
  it("monitors every five minutes and fetches nothing by default", () => {
    const usual = {
      MONITOR_EVERY_SECONDS: 300,
      REFRESH_ECB_EVERY_SECONDS: 0,
      COMPARE_RATES_EVERY_SECONDS: 0,
      AUDIT_EVERY_SECONDS: 0,
      RECOUNT_EVERY_SECONDS: 300,
      CATCH_UP_EVERY_SECONDS: 300,
      VIES_EVERY_SECONDS: 300,
      WEBHOOKS_EVERY_SECONDS: 5,
      MAILS_EVERY_SECONDS: 5,
    };
    expect(Object.fromEntries(jobIntervals({}))).toEqual(usual);
    expect(Object.fromEntries(jobIntervals({ MONITOR_EVERY_SECONDS: "" }))).toEqual(usual);
    const env = {
      MONITOR_EVERY_SECONDS: "0",
      REFRESH_ECB_EVERY_SECONDS: "900",
      RECOUNT_EVERY_SECONDS: "60",
      CATCH_UP_EVERY_SECONDS: "30",
      VIES_EVERY_SECONDS: "40",
      WEBHOOKS_EVERY_SECONDS: "1",
      MAILS_EVERY_SECONDS: "2",
    };
    expect(Object.fromEntries(jobIntervals(env))).toEqual({
      ...Object.fromEntries(Object.entries(env).map(([name, text]) => [name, Number(text)])),
      AUDIT_EVERY_SECONDS: 0,
      COMPARE_RATES_EVERY_SECONDS: 0,
    });
  });

  it.for(["x", "-1", "1.5", "1e3", "10000000", " 5"])("refuses %j", (text) => {
    expect(() => jobIntervals({ MONITOR_EVERY_SECONDS: text })).toThrow(
      `MONITOR_EVERY_SECONDS must be a whole number of seconds, not ${text}`,
    );
  });
});

describe("runEvery", () => {
  beforeEach(() => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("runs again after a failure, never two at once, and ends with the last run", async () => {
    const closing = new AsyncDisposableStack();
    let running = 0;
    let most = 0;
    let runs = 0;
    const third = Promise.withResolvers<void>();
    const job = async () => {
      running += 1;
      most = Math.max(most, running);
      runs += 1;
      if (runs === 3) third.resolve();
      await wait(5);
      running -= 1;
      if (runs === 1) throw new Error("the first one fails");
    };
    runEvery(0.002, job, closing);
    await third.promise;
    await closing.disposeAsync();
    expect(running).toBe(0);
    expect(most).toBe(1);
    const ended = runs;
    await wait(20);
    expect(runs).toBe(ended);
    expect(process.stderr.write).toHaveBeenCalledWith(expect.stringMatching("the first one fails"));
  });

  it("tells a running job to stop, and nobody of how it ended", async () => {
    const closing = new AsyncDisposableStack();
    const started = Promise.withResolvers<void>();
    const job = async (stop: AbortSignal) => {
      started.resolve();
      await wait(60_000, undefined, { signal: stop });
    };
    runEvery(0.001, job, closing);
    await started.promise;
    await closing.disposeAsync();
    expect(process.stderr.write).not.toHaveBeenCalled();
  });

  it("never runs at an interval of 0", async () => {
    const closing = new AsyncDisposableStack();
    const job = vi.fn(async () => {});
    runEvery(0, job, closing);
    await wait(10);
    await closing.disposeAsync();
    expect(job).not.toHaveBeenCalled();
  });
});
