import { describe, expect, it, test } from "vitest";
import { coverageOf, coverageToday } from "../../../shared/returns/compute/coverage.ts";
import { IOSS } from "../../../shared/vat/schemes/ioss.ts";
import { SCHEMES } from "../../../shared/vat/schemes/schemes.ts";
import { UNION_OSS } from "../../../shared/vat/schemes/union-oss.ts";
import type { Registration } from "../../../shared/vat/seller/registration.ts";
import { makeRegistration } from "../../make/registration.ts";
import { importRegistration, periodAt } from "../../make/return-input.ts";

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
    row(3, { scheme_type: scheme.id === "ioss" ? "union_oss" : "ioss" }),
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

describe("two that follow one another in 2026-Q2", () => {
  const former = makeRegistration({ id: 1, status: "ended", effective_to: "2026-05-14" });
  const next = makeRegistration({ id: 2, effective_from: "2026-05-15" });
  const rows = [former, next, makeRegistration({ id: 3, status: "pending" })];
  const Q2 = periodAt("2026-Q2");

  test.for([
    [1, former],
    [2, next],
  ] as const)("registration %i makes a return of its own", ([id, registration]) => {
    expect(coverageOf(UNION_OSS, rows, Q2, id)).toEqual({ status: "covered", registration });
  });

  test.for([
    ["one that is pending", 3],
    ["one that there is not", 9],
  ] as const)("%s makes none", ([, id]) => {
    expect(coverageOf(UNION_OSS, rows, Q2, id)).toMatchObject({ status: "registration_required" });
  });

  it("one that has ended before the quarter makes none", () => {
    const q3 = periodAt("2026-Q3");
    expect(coverageOf(UNION_OSS, rows, q3, 1)).toMatchObject({ status: "registration_required" });
    expect(coverageOf(UNION_OSS, rows, q3)).toEqual({ status: "covered", registration: next });
  });
});

describe("the coverage of a return that was made under registration 1", () => {
  const Q2 = periodAt("2026-Q2");
  const first = makeRegistration({ status: "ended", effective_to: "2026-05-14" });
  const second = makeRegistration({ id: 2, effective_from: "2026-05-15" });
  const excluded = makeRegistration({ status: "excluded" });

  test.for<[what: string, rows: readonly Registration[], covering: Registration | undefined]>([
    ["is that of the same one, beside another", [first, second], first],
    ["is that of the one that replaces it", [excluded, second], second],
    ["is missing where nothing replaces it", [excluded], undefined],
  ])("%s", ([, rows, registration]) => {
    const coverage = coverageToday(UNION_OSS, rows, Q2, 1);
    expect(coverage.status === "covered" ? coverage.registration : undefined).toBe(registration);
  });

  it("is the only one whose id is named where there is none", () => {
    expect(coverageOf(UNION_OSS, [second], Q2, 7)).toMatchObject({ seen: [second], asked: 7 });
    expect(coverageOf(UNION_OSS, [], Q2)).not.toHaveProperty("asked");
  });
});
