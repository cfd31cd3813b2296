import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { type IsoDate, plusDays } from "../../../../shared/core/calendar/dates.ts";
import { parseEcbCsv } from "../../../../shared/vat/exchange-rates/ecb-csv.ts";
import {
  frankfurtTime,
  missingDays,
  watchedRange,
} from "../../../../shared/vat/exchange-rates/ecb-feed.ts";

describe("frankfurtTime", () => {
  test.for([
    ["2026-01-15T16:59:59Z", "2026-01-15", 17, "winter, one hour ahead"],
    ["2026-01-15T17:00:00Z", "2026-01-15", 18, "winter"],
    ["2026-07-15T15:59:59Z", "2026-07-15", 17, "summer, two hours ahead"],
    ["2026-07-15T16:00:00Z", "2026-07-15", 18, "summer"],
    ["2026-03-27T17:00:00Z", "2026-03-27", 18, "the Friday before the clocks change"],
    ["2026-03-30T16:00:00Z", "2026-03-30", 18, "the Monday after"],
    ["2026-10-23T16:00:00Z", "2026-10-23", 18, "the Friday before they change back"],
    ["2026-10-26T16:00:00Z", "2026-10-26", 17, "the Monday after"],
    ["2026-03-29T00:59:59Z", "2026-03-29", 1, "the last second of winter time"],
    ["2026-03-29T01:00:00Z", "2026-03-29", 3, "the first of summer time"],
    ["2026-10-25T00:59:59Z", "2026-10-25", 2, "two o'clock for the first time"],
    ["2026-10-25T01:59:59Z", "2026-10-25", 2, "and for the second"],
    ["2026-12-31T22:59:59Z", "2026-12-31", 23, "the last second of the year"],
    ["2026-12-31T23:00:00Z", "2027-01-01", 0, "the first of the next"],
  ] as const)("%s is %s, %i o'clock: %s", ([instant, day, hour]) => {
    expect(frankfurtTime(new Date(instant))).toEqual({ day, hour });
  });
});

describe("the alarm", () => {
  const until = (last: string, now: string) => {
    const range = watchedRange(new Date(now));
    const days: IsoDate[] = [];
    for (let day = range.from; day <= last; day = plusDays(day, 1)) days.push(day);
    return missingDays(range, days);
  };

  test.for([
    ["2026-11-19", "2026-11-20T16:59:00Z", [], "a TARGET day before 18:00"],
    ["2026-11-19", "2026-11-20T17:00:00Z", ["2026-11-20"], "at 18:00"],
    ["2026-11-20", "2026-11-20T17:00:00Z", [], "at 18:00, with rates"],
    ["2026-07-14", "2026-07-15T15:59:00Z", [], "in summer, before 18:00"],
    ["2026-07-14", "2026-07-15T16:00:00Z", ["2026-07-15"], "in summer, at 18:00"],
    ["2026-11-19", "2026-11-22T17:00:00Z", ["2026-11-20"], "on the weekend after"],
    ["2026-11-18", "2026-11-20T08:00:00Z", ["2026-11-19"], "the morning after"],
    ["2026-04-02", "2026-04-06T18:00:00Z", [], "on Easter Monday, all closed since Thursday"],
    ["2026-12-23", "2026-12-24T17:30:00Z", ["2026-12-24"], "on Christmas Eve, which is open"],
    ["2026-12-24", "2026-12-26T18:00:00Z", [], "on Boxing Day"],
  ] as const)("rates until %s, now %s: %j, %s", ([last, now, missing]) => {
    expect(until(last, now)).toEqual(missing);
  });

  it("looks back a year", () => {
    const range = watchedRange(new Date("2026-11-20T17:00:00Z"));
    expect(range).toEqual({ from: "2025-11-20", to: "2026-11-20" });
    expect(missingDays(range, [])[0]).toBe("2025-11-20");
    // 262 weekdays, without Christmas (two), New Year, Good Friday, Easter Monday and 1 May.
    expect(missingDays(range, [])).toHaveLength(256);
  });

  it("was silent throughout the shipped history", () => {
    const file = new URL("../../../../shared/vat/reference-data/ecb-history.csv", import.meta.url);
    const days = parseEcbCsv(readFileSync(file, "utf8")).map(({ day }) => day);
    const range = { from: days[0] as IsoDate, to: days.at(-1) as IsoDate };
    expect(missingDays(range, days)).toEqual([]);
    const without = days.filter((day) => day !== "2025-10-23");
    expect(missingDays(range, without)).toEqual(["2025-10-23"]);
  });
});
