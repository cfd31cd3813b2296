import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/calendar/iso-date.ts";
import type { Registration } from "../../../shared/registrations/registration.ts";
import {
  extentOf,
  importCoverage,
  isRegisteredOn,
} from "../../../shared/returns/import-coverage.ts";
import { importRegistration, monthNamed } from "../../make/import-month.ts";

const day = (text: string) => text as IsoDate;
const from = (effective_from: string, more: object = {}) =>
  importRegistration({ effective_from, ...more });
const window = (effective_from: string, effective_to: string, id = 1) =>
  from(effective_from, { effective_to, status: "ended", id });

type Row = [
  string,
  readonly Registration[],
  "covered" | "not_registered" | "registration_conflict",
];

describe("the coverage of 2025-07", () => {
  test.for<Row>([
    ["no registration", [], "not_registered"],
    ["one since years", [from("2021-07-01")], "covered"],
    ["one from the first day", [from("2025-07-01")], "covered"],
    ["one from the last day", [from("2025-07-31")], "covered"],
    ["one from the day after", [from("2025-08-01")], "not_registered"],
    ["one that ended the day before", [window("2024-01-01", "2025-06-30")], "not_registered"],
    ["one that ended on the first day", [window("2024-01-01", "2025-07-01")], "covered"],
    ["one of a single day", [window("2025-07-15", "2025-07-15")], "covered"],
    ["a pending one", [from("2025-01-01", { status: "pending" })], "not_registered"],
    ["an excluded one", [from("2025-01-01", { status: "excluded" })], "not_registered"],
    [
      "one of the Union scheme",
      [from("2025-01-01", { scheme_type: "union_oss" })],
      "not_registered",
    ],
    [
      "two that overlap",
      [from("2025-01-01"), from("2025-01-01", { id: 2 })],
      "registration_conflict",
    ],
    [
      "one after the other within the month",
      [window("2024-01-01", "2025-07-10"), from("2025-07-11", { id: 2 })],
      "registration_conflict",
    ],
    [
      "one after the other, at the turn of the month",
      [window("2024-01-01", "2025-06-30"), from("2025-07-01", { id: 2 })],
      "covered",
    ],
    [
      "a duplicate that is excluded",
      [from("2025-01-01"), from("2025-01-01", { id: 2, status: "excluded" })],
      "covered",
    ],
    [
      "through an intermediary",
      [
        from("2025-01-01", {
          ioss_intermediary_name: "Parcels AB",
          ioss_intermediary_number_masked: "IN752*****21",
        }),
      ],
      "covered",
    ],
  ])("%s", ([, registrations, status]) => {
    expect(importCoverage(registrations, monthNamed("2025-07")).status).toBe(status);
  });

  it("names the registration", () => {
    const row = from("2025-07-01", { id: 7 });
    expect(importCoverage([row], monthNamed("2025-07"))).toEqual({
      status: "covered",
      registration: row,
    });
  });
});

test.for<[string, readonly Registration[], "whole" | "part" | "none"]>([
  ["none at all", [], "none"],
  ["from the first day", [from("2025-02-01")], "whole"],
  ["from the second", [from("2025-02-02")], "part"],
  ["from the last", [from("2025-02-28")], "part"],
  ["from the day after", [from("2025-03-01")], "none"],
  ["to the last", [window("2024-01-01", "2025-02-28")], "whole"],
  ["to the last but one", [window("2024-01-01", "2025-02-27")], "part"],
  ["one after the other", [window("2024-01-01", "2025-02-10"), from("2025-02-11")], "whole"],
  ["with a day between", [window("2024-01-01", "2025-02-10"), from("2025-02-12")], "part"],
])("the extent of 2025-02: %s", ([, registrations, extent]) => {
  expect(extentOf(registrations, monthNamed("2025-02"))).toBe(extent);
});

test.for([
  ["2025-07-09", false],
  ["2025-07-10", true],
  ["2025-07-20", true],
  ["2025-07-21", false],
] as const)("a registration from the 10th to the 20th, on %s: %s", ([on, registered]) => {
  expect(isRegisteredOn([window("2025-07-10", "2025-07-20")], day(on))).toBe(registered);
});
