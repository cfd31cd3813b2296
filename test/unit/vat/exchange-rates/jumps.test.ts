import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { EcbDay } from "../../../../shared/vat/exchange-rates/ecb-csv.ts";
import { neighbouringDays, withoutJumps } from "../../../../shared/vat/exchange-rates/ecb-feed.ts";

const on = (day: string, rates: Record<string, string>): EcbDay => ({ day: day as IsoDate, rates });
const usd = (day: string, rate: string) => on(day, { USD: rate });

/** What is taken of `loaded`, when `stored` is known. */
const taken = (loaded: readonly EcbDay[], stored: readonly EcbDay[] = []) =>
  withoutJumps(loaded, stored).days;

describe("a rate is not taken when it is more than 1.5 times away from the one before", () => {
  it.for<[string, string, boolean]>([
    ["1.10", "1.65", true],
    ["1.10", "1.6501", false],
    ["1.65", "1.10", true],
    ["1.6501", "1.10", false],
    ["1.1", "1100.5", false],
    ["1100.5", "1.1", false],
  ])("%s, then %s: %s", ([before, rate, isTaken]) => {
    const next = usd("2026-11-20", rate);
    expect(taken([next], [usd("2026-11-19", before)])).toEqual(isTaken ? [next] : []);
    const both = [usd("2026-11-19", before), next];
    expect(taken(both)).toEqual(isTaken ? both : both.slice(0, 1));
  });

  it("and says which, and how to confirm it", () => {
    const { faults } = withoutJumps([usd("2026-11-20", "11.05")], [usd("2026-11-19", "1.1")]);
    expect(faults).toEqual([
      "USD of 2026-11-20 is not taken: 11.05 is more than 1.5 times away from 1.1 of 2026-11-19. If the ECB says so, confirm it: npm run load-ecb -- <file> --confirm-jumps",
    ]);
  });

  it("the other currencies of the day are", () => {
    const stored = [on("2026-11-19", { USD: "1.1", SEK: "11" })];
    expect(taken([on("2026-11-20", { USD: "11", SEK: "11.1" })], stored)).toEqual([
      on("2026-11-20", { SEK: "11.1" }),
    ]);
  });

  it("nor is one that replaces a stored rate", () => {
    const stored = [usd("2026-11-19", "1.1"), usd("2026-11-20", "1.2")];
    expect(taken([usd("2026-11-20", "12")], stored)).toEqual([]);
  });
});

describe("a rate is taken", () => {
  it("behind a slip, which is not what it is held against", () => {
    const [good, slip, next] = [
      usd("2026-11-18", "1.1"),
      usd("2026-11-19", "11"),
      usd("2026-11-20", "1.2"),
    ];
    expect(taken([good, slip, next])).toEqual([good, next]);
  });

  it("when it is stored already, and the next ones are held against it", () => {
    const stored = [usd("2026-11-18", "1.1"), usd("2026-11-19", "2.2")];
    const loaded = [usd("2026-11-19", "2.2"), usd("2026-11-20", "2.3")];
    expect(taken(loaded, stored)).toEqual(loaded);
  });

  it("when it puts a stored slip right", () => {
    const stored = [usd("2026-11-18", "1.1"), usd("2026-11-19", "1100")];
    const right = usd("2026-11-19", "1.1");
    expect(taken([right], stored)).toEqual([right]);
  });

  it.for([
    ["the first of its currency", usd("2026-11-20", "9"), on("2026-11-19", { SEK: "11" })],
    ["a month after the one before", usd("2026-11-20", "9"), usd("2026-10-19", "1.1")],
    ["of before the schemes", usd("2008-10-09", "305"), usd("2008-10-08", "150")],
  ] as const)("when it is %s", ([, rate, before]) => {
    expect(taken([rate], [before])).toEqual([rate]);
  });
});

it("days a month before the first have to be known", () => {
  expect(neighbouringDays([usd("2026-11-20", "1"), usd("2026-11-18", "1")])).toEqual({
    from: "2026-10-18",
    to: "2026-11-20",
  });
  expect(neighbouringDays([])).toBeUndefined();
});
