import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type IsoDate, plusDays } from "../../../../shared/core/calendar/dates.ts";
import { IOSS } from "../../../../shared/vat/schemes/ioss.ts";
import {
  boundariesOf,
  isUncovered,
  NO_BOUNDARIES,
  segmentOn,
  segmentStart,
} from "../../../../shared/vat/schemes/registration-segments.ts";
import { UNION_OSS } from "../../../../shared/vat/schemes/union-oss.ts";
import { inForce, isInForceOn } from "../../../../shared/vat/seller/in-force.ts";
import type { Registration } from "../../../../shared/vat/seller/registration.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { importRegistration, periodAt } from "../../../make/return-input.ts";

const day = (text: string) => text as IsoDate;
const from = (effective_from: string, effective_to?: string, more: object = {}) =>
  makeRegistration({ effective_from, ...(effective_to ? { effective_to } : {}), ...more });

describe("the boundaries of registrations", () => {
  test.for<[string, readonly Registration[], readonly string[]]>([
    ["none", [], []],
    ["the day one begins", [from("2026-05-10")], ["2026-05-10"]],
    [
      "the day after one ends",
      [from("2026-05-10", "2026-06-15", { status: "ended" })],
      ["2026-05-10", "2026-06-16"],
    ],
    ["at the end of February", [from("2023-01-01", "2023-02-28")], ["2023-01-01", "2023-03-01"]],
    [
      "at the end of February of a leap year",
      [from("2024-01-01", "2024-02-28")],
      ["2024-01-01", "2024-02-29"],
    ],
    ["at the end of a year", [from("2025-01-01", "2025-12-31")], ["2025-01-01", "2026-01-01"]],
    [
      "one where two follow one another",
      [from("2021-07-01", "2026-05-14"), from("2026-05-15", undefined, { id: 2 })],
      ["2021-07-01", "2026-05-15"],
    ],
    [
      "those of a pending row: its start must move nothing",
      [from("2026-05-10", undefined, { status: "pending" })],
      ["2026-05-10"],
    ],
    ["none of an excluded row", [from("2026-05-10", undefined, { status: "excluded" })], []],
    [
      "in order, whatever the rows' order",
      [from("2026-05-10", undefined, { id: 2 }), from("2024-01-01", "2025-02-09")],
      ["2024-01-01", "2025-02-10", "2026-05-10"],
    ],
  ])("%s", ([, rows, expected]) => {
    expect((boundariesOf(rows).get("union_oss") ?? []).map((edge) => edge.day)).toEqual(expected);
  });

  it("are of each scheme apart", () => {
    const boundaries = boundariesOf([
      from("2026-05-10"),
      importRegistration({ effective_from: "2026-05-20" }),
    ]);
    const q2 = periodAt("2026-Q2");
    const may = periodAt("2026-05");
    expect(segmentOn(UNION_OSS, q2, day("2026-05-25"), boundaries)).toBe("0510");
    expect(segmentOn(IOSS, may, day("2026-05-25"), boundaries)).toBe("0520");
    expect(segmentOn(IOSS, may, day("2026-05-15"), boundaries)).toBe("");
  });
});

describe("the segment of a day", () => {
  test.for<[string, readonly Registration[], string, string, string]>([
    ["without registrations", [], "2026-Q2", "2026-05-10", ""],
    ["before the edge", [from("2026-05-10")], "2026-Q2", "2026-05-09", ""],
    ["on it", [from("2026-05-10")], "2026-Q2", "2026-05-10", "0510"],
    ["long after it", [from("2026-05-10")], "2026-Q2", "2026-06-30", "0510"],
    ["in the quarter after", [from("2026-05-10")], "2026-Q3", "2026-07-01", ""],
    ["in the quarter before", [from("2026-05-10")], "2026-Q1", "2026-03-31", ""],
    ["an edge on the first day is none", [from("2026-04-01")], "2026-Q2", "2026-04-01", ""],
    ["one on the second day is", [from("2026-04-02")], "2026-Q2", "2026-04-02", "0402"],
    ["one on the last day", [from("2026-06-30")], "2026-Q2", "2026-06-30", "0630"],
    [
      "a registration that ends on the last day has no edge in the quarter",
      [from("2021-07-01", "2026-06-30")],
      "2026-Q2",
      "2026-06-30",
      "",
    ],
    ["on the last day of one", [from("2021-07-01", "2026-05-14")], "2026-Q2", "2026-05-14", ""],
    ["the day after it", [from("2021-07-01", "2026-05-14")], "2026-Q2", "2026-05-15", "0515"],
    ["on a leap day", [from("2024-02-29")], "2024-Q1", "2024-02-29", "0229"],
    [
      "the day after a leap day",
      [from("2020-01-01", "2024-02-29")],
      "2024-Q1",
      "2024-03-01",
      "0301",
    ],
    ["between two boundaries", [from("2026-04-10", "2026-05-14")], "2026-Q2", "2026-05-01", "0410"],
    ["after two boundaries", [from("2026-04-10", "2026-05-14")], "2026-Q2", "2026-05-15", "0515"],
    ["of one single day", [from("2026-05-14", "2026-05-14")], "2026-Q2", "2026-05-14", "0514"],
  ])("%s", ([, rows, period, on, segment]) => {
    const found = segmentOn(UNION_OSS, periodAt(period), day(on), boundariesOf(rows));
    expect(found).toBe(segment);
  });

  it("begins on a day of its period", () => {
    expect(segmentStart(periodAt("2026-Q2"), "")).toBe("2026-04-01");
    expect(segmentStart(periodAt("2026-Q2"), "0510")).toBe("2026-05-10");
    expect(segmentStart(periodAt("2024-02"), "0229")).toBe("2024-02-29");
    expect(segmentOn(UNION_OSS, periodAt("2026-Q2"), day("2026-05-10"), NO_BOUNDARIES)).toBe("");
  });
});

const Q2 = ["2026-04-01", "2026-05-09", "2026-05-10", "2026-05-14", "2026-05-15", "2026-06-30"];

describe("the days that no registration has", () => {
  test.for<[string, readonly Registration[], readonly string[]]>([
    ["are none without registrations: the period waits for one", [], []],
    ["none of a period that one has whole", [from("2021-07-01")], []],
    ["none of a period that one has not at all", [from("2026-07-01")], []],
    ["those before one begins", [from("2026-05-10")], Q2.slice(0, 2)],
    ["those after one has ended", [from("2021-07-01", "2026-05-14")], Q2.slice(4)],
    [
      "those on both sides",
      [from("2026-05-10", "2026-05-14")],
      [...Q2.slice(0, 2), ...Q2.slice(4)],
    ],
    [
      "those between two",
      [from("2021-07-01", "2026-05-09"), from("2026-05-15", undefined, { id: 2 })],
      Q2.slice(2, 4),
    ],
    [
      "none where two follow one another",
      [from("2021-07-01", "2026-05-14"), from("2026-05-15", undefined, { id: 2 })],
      [],
    ],
    [
      "none where one is still pending: its start must move nothing",
      [from("2021-07-01", "2026-05-14"), from("2026-05-15", undefined, { status: "pending" })],
      [],
    ],
    [
      "those of one that is excluded",
      [from("2021-07-01", "2026-05-14"), from("2026-05-15", undefined, { status: "excluded" })],
      Q2.slice(4),
    ],
  ])("%s", ([, rows, expected]) => {
    const boundaries = boundariesOf(rows);
    const uncovered = (on: string) =>
      isUncovered(UNION_OSS, periodAt("2026-Q2"), day(on), boundaries);
    expect(Q2.filter(uncovered)).toEqual(expected);
  });
});

describe("any registrations", () => {
  const offset = fc.integer({ min: -40, max: 130 });
  const rows = fc
    .array(fc.tuple(offset, fc.option(fc.nat({ max: 60 }), { nil: undefined })), { maxLength: 4 })
    .map((windows) =>
      windows.map(([begin, length], n) => {
        const start = plusDays(day("2024-01-01"), begin);
        return from(start, length === undefined ? undefined : plusDays(start, length), {
          id: n + 1,
        });
      }),
    );

  it("are the same on every day of a segment", () => {
    const period = periodAt("2024-Q1");
    const inQuarter = fc.nat({ max: 90 }).map((n) => plusDays(period.firstDay, n));
    fc.assert(
      fc.property(rows, inQuarter, (registrations, on) => {
        const start = segmentStart(
          period,
          segmentOn(UNION_OSS, period, on, boundariesOf(registrations)),
        );
        expect(start <= on).toBe(true);
        const uncovered = isUncovered(UNION_OSS, period, on, boundariesOf(registrations));
        expect(uncovered && isInForceOn(registrations, "union_oss", on)).toBe(false);
        expect(inForce(registrations, "union_oss", on, on)).toEqual(
          inForce(registrations, "union_oss", start, start),
        );
      }),
      { numRuns: 500 },
    );
  });
});
