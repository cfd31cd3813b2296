import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import {
  type IsoDate,
  isTargetDay,
  plusDays,
  publicationDayOn,
} from "../../../../shared/core/calendar/dates.ts";

const HISTORY = new URL("../../../../shared/vat/reference-data/ecb-history.csv", import.meta.url);
const published = new Set(
  readFileSync(HISTORY, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => row.slice(0, 10)),
);

describe("isTargetDay", () => {
  it("predicts every publication day of the shipped history, none missing and none extra", () => {
    const predicted: string[] = [];
    for (let day = "2018-01-02" as IsoDate; day <= "2026-10-30"; day = plusDays(day, 1)) {
      if (isTargetDay(day)) predicted.push(day);
    }
    expect(predicted).toEqual([...published].sort());
    expect(predicted).toHaveLength(2261);
  });

  test.for([
    ["2024-03-29", false, "Good Friday"],
    ["2024-04-01", false, "Easter Monday"],
    ["2024-04-02", true, "the Tuesday after it"],
    ["2035-03-23", false, "Good Friday"],
    ["2038-04-26", false, "Easter Monday of the latest Easter there is"],
    ["2026-05-01", false, "Labour Day"],
    ["2026-12-24", true, "Christmas Eve"],
    ["2026-12-25", false, "Christmas"],
    ["2026-12-31", true, "New Year's Eve"],
    ["2027-01-01", false, "New Year"],
    ["2026-08-22", false, "a Saturday"],
  ] as const)("%s: %s, %s", ([day, open]) => {
    expect(isTargetDay(day as IsoDate)).toBe(open);
  });
});

describe("publicationDayOn", () => {
  test.for([
    ["2021-09-30", "2021-09-30"],
    ["2022-12-31", "2023-01-02"],
    ["2023-09-30", "2023-10-02"],
    ["2023-12-31", "2024-01-02"],
    ["2024-03-31", "2024-04-02"],
    ["2024-06-30", "2024-07-01"],
    ["2025-12-31", "2025-12-31"],
    ["2026-09-30", "2026-09-30"],
    ["2028-09-30", "2028-10-02"],
    ["2028-12-31", "2029-01-02"],
  ])("a period that ends on %s converts with the rates of %s", ([lastDay, day]) => {
    expect(publicationDayOn(lastDay as IsoDate)).toBe(day);
  });

  it("never looks back, nor past a day of publication", () => {
    for (let day = "2021-01-01" as IsoDate; day < "2026-08-01"; day = plusDays(day, 1)) {
      const next = [...published].find((candidate) => candidate >= day);
      expect(publicationDayOn(day)).toBe(next);
    }
  });
});
