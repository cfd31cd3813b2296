import { describe, expect, it } from "vitest";
import { type IsoDate, quarterOn } from "../../../shared/core/calendar/dates.ts";
import {
  auditedQuarters,
  FIRST_DAY,
  isSumOf,
  partitionsIn,
  quartersOf,
} from "../../../shared/operations/audit/audit.ts";

const day = (text: string) => text as IsoDate;
const quarter = quarterOn(day("2026-05-04"));

describe("the quarters of an audit", () => {
  it("are those from 2015 to the end of next year, whatever events there are", () => {
    const keys = auditedQuarters(day("2026-11-22"), [], FIRST_DAY).map(({ key }) => key);
    expect([keys[0], keys.at(-1), keys.length]).toEqual(["2015-Q1", "2027-Q4", 52]);
  });

  it("and those of events that lie elsewhere, once each, in order", () => {
    const days = ["1000-01-01", "2026-05-04", "9998-12-31"].map(day);
    const keys = auditedQuarters(day("2026-11-22"), days.map(quarterOn), FIRST_DAY).map(
      ({ key }) => key,
    );
    expect([keys[0], keys[1], keys.at(-1), keys.length]).toEqual([
      "1000-Q1",
      "2015-Q1",
      "9998-Q4",
      54,
    ]);
  });
});

describe("the books of a quarter", () => {
  it("are those of every scheme and of its year", () => {
    expect(partitionsIn(quarter)).toEqual([
      "u2026-Q2",
      "xu2026-Q2",
      "n2026-Q2",
      "xn2026-Q2",
      "i2026-04",
      "xi2026-04",
      "i2026-05",
      "xi2026-05",
      "i2026-06",
      "xi2026-06",
      "y2026",
      "d2026",
    ]);
  });

  it.for(["u2026-Q2", "xu2026-Q2", "n2026-Q2", "i2026-05", "xi2026-05"])(
    "lead back from %s",
    (book) => {
      expect(quartersOf(book).map(({ key }) => key)).toEqual(["2026-Q2"]);
    },
  );

  it("lead back from a year to its four quarters", () => {
    const keys = ["2026-Q1", "2026-Q2", "2026-Q3", "2026-Q4"];
    for (const book of ["y2026", "d2026"]) {
      expect(quartersOf(book).map(({ key }) => key)).toEqual(keys);
    }
  });

  it.for(["", "x2026-Q2", "xxu2026-Q2", "xy2026", "u2026-05", "i2026-Q2", "y26", "2026-Q2"])(
    "%s is none",
    (book) => {
      expect(quartersOf(book)).toEqual([]);
    },
  );
});

describe("every sum of a year is of one of its quarters", () => {
  it.for<[book: string, key: string, of: string]>([
    ["y2026", "day|2026-01-01|EUR", "2026-Q1"],
    ["y2026", "day|2026-06-30|EUR", "2026-Q2"],
    ["y2026", "day|2026-07-01|SEK", "2026-Q3"],
    ["y2026", "day|2026-12-31|EUR", "2026-Q4"],
    ["y2026", "day|2025-12-31|EUR", "2026-Q1"],
    ["y2026", "anything else", "2026-Q1"],
    ["d2026", "u2026-Q3|correction|goods|2022-Q1|FR|EUR", "2026-Q3"],
    ["d2026", "i2026-12|correction|goods|2022-05|FR|EUR", "2026-Q4"],
    ["d2026", "u2025-Q4|correction|goods|2021-Q3|FR|EUR", "2026-Q1"],
    ["d2026", "anything else", "2026-Q1"],
  ])("%s %s of %s", ([book, key, of]) => {
    const holding = quartersOf(book).filter((quarter) => isSumOf(quarter, book, key));
    expect(holding.map((period) => period.key)).toEqual([of]);
  });
});
