import { describe, expect, it } from "vitest";
import { type IsoDate, quarterOn } from "../../../shared/core/calendar/dates.ts";
import { isAuditDue } from "../../../shared/operations/audit/audit.ts";

const day = (text: string) => text as IsoDate;
const TODAY = day("2026-11-22");
const found = {
  quarter: quarterOn(day("2025-08-01")),
  hasEvents: true,
  sums_sha256: "sums",
  ground_sha256: "ground",
};
const clean = {
  sums_sha256: "sums",
  ground_sha256: "ground",
  events: 3,
  audited_at: "2026-11-15T03:00:00.000Z",
};

describe("a quarter is read", () => {
  it("when no audit has found it clean", () => {
    expect(isAuditDue(found, undefined, TODAY)).toBe(true);
  });

  it.for<[string, Partial<typeof found>]>([
    ["its sums are others", { sums_sha256: "other" }],
    ["registrations, profile or rules are others", { ground_sha256: "other" }],
    ["its events are gone", { hasEvents: false }],
  ])("when %s, closed or not", ([, change]) => {
    expect(isAuditDue({ ...found, ...change }, clean, TODAY)).toBe(true);
    const closed = quarterOn(day("2021-08-01"));
    expect(isAuditDue({ ...found, ...change, quarter: closed }, clean, TODAY)).toBe(true);
  });

  it("again after 91 days, and not before", () => {
    expect(isAuditDue(found, clean, day("2027-02-13"))).toBe(false);
    expect(isAuditDue(found, clean, day("2027-02-14"))).toBe(true);
  });

  it("never again once no return can correct it", () => {
    const quarter = (text: string) => ({ ...found, quarter: quarterOn(day(text)) });
    const long = { ...clean, audited_at: "2022-01-01T03:00:00.000Z" };
    // Due on 2023-10-31: corrected until 2026-10-31, last in the return of 2026-Q3.
    expect(isAuditDue(quarter("2023-08-01"), long, TODAY)).toBe(false);
    expect(isAuditDue(quarter("2023-11-01"), long, TODAY)).toBe(true);
  });
});
