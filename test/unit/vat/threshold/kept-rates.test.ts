import { expect, it, vi } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { cachedRates } from "../../../../shared/vat/exchange-rates/cached-rates.ts";

const MINUTE = 60_000;

/** Rates of these days, behind a loader that counts, and a clock that stands still until it is moved. */
function worker(...days: string[]) {
  const clock = { now: 0 };
  const stored = days.map((day) => ({ day: day as IsoDate, rates: { SEK: "11" } }));
  const load = vi.fn(async (from: IsoDate, to: IsoDate) =>
    stored.filter(({ day }) => from <= day && day <= to),
  );
  const cached = cachedRates(load, () => clock.now);
  return {
    clock,
    load,
    daysOf: async (from: string, to: string) =>
      (await cached(from as IsoDate, to as IsoDate)).map(({ day }) => day),
  };
}

it("answers what the store would, across years and for a day without rates", async () => {
  const { daysOf } = worker("2025-12-30", "2025-12-31", "2026-01-02", "2026-01-05");
  expect(await daysOf("2025-12-31", "2026-01-02")).toEqual(["2025-12-31", "2026-01-02"]);
  expect(await daysOf("2026-01-03", "2026-01-04")).toEqual([]);
  expect(await daysOf("2026-01-05", "2026-01-05")).toEqual(["2026-01-05"]);
});

it("reads each year once for all accounts, also for those that come at once", async () => {
  const { daysOf, load } = worker("2025-12-31", "2026-01-02");
  await Promise.all([daysOf("2025-03-01", "2026-02-01"), daysOf("2026-01-02", "2026-05-01")]);
  await daysOf("2025-01-01", "2026-12-31");
  expect(load.mock.calls).toEqual([
    ["2025-01-01", "2025-12-31"],
    ["2026-01-01", "2026-12-31"],
  ]);
});

it("reads again after five minutes, so that a corrected rate is taken up", async () => {
  const { clock, daysOf, load } = worker("2026-01-02");
  await daysOf("2026-01-02", "2026-01-02");
  clock.now = 5 * MINUTE - 1;
  await daysOf("2026-01-02", "2026-01-02");
  expect(load).toHaveBeenCalledTimes(1);
  clock.now = 5 * MINUTE;
  await daysOf("2026-01-02", "2026-01-02");
  expect(load).toHaveBeenCalledTimes(2);
});

it("does not keep a failure", async () => {
  const { daysOf, load } = worker("2026-01-02");
  load.mockRejectedValueOnce(new Error("busy"));
  await expect(daysOf("2026-01-02", "2026-01-02")).rejects.toThrow("busy");
  expect(await daysOf("2026-01-02", "2026-01-02")).toEqual(["2026-01-02"]);
});
