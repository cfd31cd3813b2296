import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/calendar/iso-date.ts";
import type { Registration } from "../../../shared/registrations/registration.ts";
import { coverageOf, extentOf, isRegisteredOn } from "../../../shared/returns/coverage.ts";
import { IOSS } from "../../../shared/schemes/ioss.ts";
import { SCHEMES } from "../../../shared/schemes/schemes.ts";
import { UNION_OSS } from "../../../shared/schemes/union-oss.ts";
import { makeRegistration } from "../../make/registration.ts";
import { importRegistration, periodAt } from "../../make/return-input.ts";

const day = (text: string) => text as IsoDate;
const from = (effective_from: string, more: object = {}) =>
  importRegistration({ effective_from, ...more });
const window = (effective_from: string, effective_to: string, id = 1) =>
  from(effective_from, { effective_to, status: "ended", id });

type Row = [
  string,
  readonly Registration[],
  "covered" | "registration_required" | "registration_conflict",
];

describe("the coverage of 2025-07", () => {
  test.for<Row>([
    ["no registration", [], "registration_required"],
    ["one since years", [from("2021-07-01")], "covered"],
    ["one from the first day", [from("2025-07-01")], "covered"],
    ["one from the last day", [from("2025-07-31")], "covered"],
    ["one from the day after", [from("2025-08-01")], "registration_required"],
    [
      "one that ended the day before",
      [window("2024-01-01", "2025-06-30")],
      "registration_required",
    ],
    ["one that ended on the first day", [window("2024-01-01", "2025-07-01")], "covered"],
    ["one of a single day", [window("2025-07-15", "2025-07-15")], "covered"],
    ["a pending one", [from("2025-01-01", { status: "pending" })], "registration_required"],
    ["an excluded one", [from("2025-01-01", { status: "excluded" })], "registration_required"],
    [
      "one of the Union scheme",
      [from("2025-01-01", { scheme_type: "union_oss" })],
      "registration_required",
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
    expect(coverageOf(IOSS, registrations, periodAt("2025-07")).status).toBe(status);
  });

  it("names the registration", () => {
    const row = from("2025-07-01", { id: 7 });
    expect(coverageOf(IOSS, [row], periodAt("2025-07"))).toEqual({
      status: "covered",
      registration: row,
    });
  });
});

describe("the coverage of 2026-Q3 in the Union scheme", () => {
  const Q3 = periodAt("2026-Q3");

  test.for([
    ["open since long", { effective_from: "2021-07-01" }],
    ["begins on the last day", { effective_from: "2026-09-30" }],
    ["ends on the first day", { effective_to: "2026-07-01", status: "ended" }],
    ["ended after the quarter", { effective_to: "2026-12-31", status: "ended" }],
    ["active with an end", { effective_to: "2026-08-15", status: "active" }],
  ] as const)("is there: %s", ([, fields]) => {
    const registration = makeRegistration(fields);
    expect(coverageOf(UNION_OSS, [registration], Q3)).toEqual({ status: "covered", registration });
  });

  it("is there though others are excluded, pending or of another scheme", () => {
    const registration = makeRegistration({ id: 4 });
    const others = [
      makeRegistration({ id: 1, status: "excluded" }),
      makeRegistration({ id: 2, status: "pending" }),
      makeRegistration({ id: 3, scheme_type: "ioss" }),
    ];
    expect(coverageOf(UNION_OSS, [...others, registration], Q3)).toEqual({
      status: "covered",
      registration,
    });
  });
});

it.for(SCHEMES)("where $id is not covered, all its rows of the period are named", (scheme) => {
  const period = periodAt(scheme.period_kind === "quarter" ? "2025-Q3" : "2025-07");
  const row = (id: number, more: object = {}) =>
    makeRegistration({ id, scheme_type: scheme.id, ...more });
  const pending = row(1, { status: "pending" });
  const rows = [
    pending,
    row(2, { effective_from: "2030-01-01" }),
    row(3, { scheme_type: "non_union_oss" }),
  ];
  expect(coverageOf(scheme, rows, period)).toEqual({
    status: "registration_required",
    seen: [pending],
  });
  expect(coverageOf(scheme, [...rows, row(4), row(5)], period)).toEqual({
    status: "registration_conflict",
    seen: [pending, row(4), row(5)],
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
  expect(extentOf(IOSS, registrations, periodAt("2025-02"))).toBe(extent);
});

test.for([
  ["2025-07-09", false],
  ["2025-07-10", true],
  ["2025-07-20", true],
  ["2025-07-21", false],
] as const)("a registration from the 10th to the 20th, on %s: %s", ([on, registered]) => {
  expect(isRegisteredOn(IOSS, [window("2025-07-10", "2025-07-20")], day(on))).toBe(registered);
});
