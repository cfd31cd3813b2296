import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  rateLimitFrom,
  rejectionMemory,
  secondsUntilEnd,
  windowAt,
} from "../../../../shared/api/rate-limits.ts";

const minute = { calls: 60, seconds: 60 };

describe("a window", () => {
  test.for([
    ["12:00:00.000", "12:00:00.000", 60],
    ["12:00:00.001", "12:00:00.000", 60],
    ["12:00:01.000", "12:00:00.000", 59],
    ["12:00:59.000", "12:00:00.000", 1],
    ["12:00:59.999", "12:00:00.000", 1],
    ["12:01:00.000", "12:01:00.000", 60],
  ] as const)("at %s began at %s and is over in %i s", ([now, start, left]) => {
    const at = new Date(`2026-11-21T${now}Z`);
    const window = windowAt(minute, at);
    expect(window.start).toBe(`2026-11-21T${start}Z`);
    expect(secondsUntilEnd(window, at)).toBe(left);
  });

  it("contains its instant, and the returned wait leads into the next window", () => {
    const instants = fc.date({
      min: new Date("2020-01-01"),
      max: new Date("2100-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 1_000_000 }), (now, seconds) => {
        const window = windowAt({ calls: 1, seconds }, now);
        const left = secondsUntilEnd(window, now);
        expect(Date.parse(window.start)).toBeLessThanOrEqual(now.getTime());
        expect(left).toBeGreaterThanOrEqual(1);
        expect(left).toBeLessThanOrEqual(seconds);
        const next = windowAt({ calls: 1, seconds }, new Date(now.getTime() + left * 1000));
        expect(Date.parse(next.start) / 1000).toBe(window.ends_at);
      }),
    );
  });
});

describe("the settings", () => {
  const from = (calls?: string, seconds?: string) =>
    rateLimitFrom({ SME_RATE_LIMIT: calls, SME_RATE_WINDOW_SECONDS: seconds }, "SME");

  test.for([
    [undefined, undefined, 60, 60],
    ["", "", 60, 60],
    ["5", undefined, 5, 60],
    [undefined, "3600", 60, 3600],
    ["999999999", "1", 999_999_999, 1],
  ] as const)("%j and %j are %i calls in %i s", ([calls, window, wanted, seconds]) => {
    expect(from(calls, window)).toEqual({ calls: wanted, seconds });
  });

  test.for(["0", "-1", "1.5", "1e3", "many", " 5", "1000000000", "05"])("refuse %j", (slip) => {
    expect(() => from(slip)).toThrow("SME_RATE_LIMIT must be a whole number");
    expect(() => from("5", slip)).toThrow("SME_RATE_WINDOW_SECONDS must be a whole number");
  });
});

describe("the memory of refusals", () => {
  const now = windowAt(minute, new Date("2026-11-21T12:00:30Z"));
  const next = windowAt(minute, new Date("2026-11-21T12:01:30Z"));

  it("remembers rejected accounts within the window only", () => {
    const refused = rejectionMemory();
    expect(refused.has("192.0.2.1", now)).toBe(false);
    refused.add("192.0.2.1", now);
    refused.add("192.0.2.2", now);
    expect(refused.has("192.0.2.1", now)).toBe(true);
    expect(refused.has("192.0.2.2", now)).toBe(true);
    expect(refused.has("192.0.2.3", now)).toBe(false);
    expect(refused.has("192.0.2.1", next)).toBe(false);
  });

  it("forgets them in the next", () => {
    const refused = rejectionMemory();
    refused.add("192.0.2.1", now);
    refused.add("192.0.2.2", next);
    expect(refused.has("192.0.2.1", next)).toBe(false);
    expect(refused.has("192.0.2.2", next)).toBe(true);
  });
});
