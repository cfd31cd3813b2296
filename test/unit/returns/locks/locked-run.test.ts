import { describe, expect, it } from "vitest";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { changedPeriods, lockedRun } from "../../../../shared/returns/locks/declared-returns.ts";
import type {
  LockMarker,
  MarkersOfPeriod,
  OpeningMarker,
} from "../../../../shared/returns/locks/locked-period.ts";
import { UNION_OSS } from "../../../../shared/vat/schemes/union-oss.ts";
import { daysInForce } from "../../../../shared/vat/seller/in-force.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { makeReturn, periodAt } from "../../../make/return-input.ts";

const declared = (period_key: string) => ({
  period_key: period_key as PeriodKey,
  registration_id: 1,
  member_state_identification: "SE",
  return_currency: "EUR" as const,
});
const { registrations } = makeReturn([]);

const lock = (period_key: string, changes: Partial<LockMarker> = {}): LockMarker => ({
  ...declared(period_key),
  changes_seen: 0,
  days_in_force: daysInForce(registrations, "union_oss", periodAt(period_key).lastDay),
  lacks_rates: false,
  late_changes: [],
  locked_at: null,
  submitted_on: null,
  ...changes,
});
const opening = (period_key: string, changes: Partial<OpeningMarker> = {}): OpeningMarker => ({
  ...declared(period_key),
  withdrawn: false,
  ...changes,
});

const marksOf = (marks: Readonly<Record<string, Partial<MarkersOfPeriod>>>) =>
  new Map(
    Object.entries(marks).map(([period, own]) => [
      `u${period}`,
      { changes: 0, locks: [], openings: [], ...own },
    ]),
  );

/** Which periods the return of one to Sweden looks at again. */
function lookedAt(
  period: string,
  marks: Parameters<typeof marksOf>[0],
  rows = registrations,
): unknown {
  const run = lockedRun({ ...makeReturn([], { period }), registrations: rows }, marksOf(marks));
  return "changed" in run
    ? run.changed.map((declaredReturn) => [
        declaredReturn.period_key,
        declaredReturn.filed_elsewhere,
      ])
    : run.frozen;
}

describe("late changes are looked for", () => {
  it.for<[string, Parameters<typeof marksOf>[0], unknown[]]>([
    [
      "in an opening that something came to",
      { "2025-Q2": { openings: [opening("2025-Q2")], changes: 1 } },
      [["2025-Q2", true]],
    ],
    ["in none that nothing came to", { "2025-Q2": { openings: [opening("2025-Q2")] } }, []],
    [
      "in openings and locks in a row",
      {
        "2025-Q1": { openings: [opening("2025-Q1")], changes: 2 },
        "2025-Q2": { locks: [lock("2025-Q2", { changes_seen: 1 })], changes: 2 },
      },
      [
        ["2025-Q2", false],
        ["2025-Q1", true],
      ],
    ],
    ["in none before a gap", { "2025-Q1": { openings: [opening("2025-Q1")], changes: 1 } }, []],
    [
      "in none to another Member State",
      {
        "2025-Q2": {
          openings: [opening("2025-Q2", { member_state_identification: "DE" })],
          changes: 1,
        },
      },
      [],
    ],
    [
      "by no return that was filed elsewhere itself",
      {
        "2025-Q2": { openings: [opening("2025-Q2")], changes: 1 },
        "2025-Q3": { openings: [opening("2025-Q3")] },
      },
      [],
    ],
  ])("%s", ([, marks, expected]) => {
    expect(lookedAt("2025-Q3", marks)).toEqual(expected);
  });

  it("in a lock under a registration that was entered anew since, and in none without a return", () => {
    const marks = { "2025-Q2": { locks: [lock("2025-Q2", { registration_id: 7 })], changes: 1 } };
    expect(lookedAt("2025-Q3", marks)).toEqual([["2025-Q2", false]]);
    const uncovered = { ...makeReturn([], { registrations: [] }), registrations };
    expect(lockedRun(uncovered, marksOf(marks))).toEqual({ frozen: [] });
  });

  it("no longer than three years back, in openings too", () => {
    const years = ["2021", "2022", "2023", "2024"].flatMap((year) =>
      [1, 2, 3, 4].map((n) => `${year}-Q${n}`),
    );
    const marks = Object.fromEntries(
      years.map((period) => [period, { openings: [opening(period)], changes: 1 }]),
    );
    // 2021-Q3 was due on 2021-10-31; the return of 2025-Q1 comes after 2025-03-31.
    expect((lookedAt("2025-Q1", marks) as unknown[]).at(-1)).toEqual(["2022-Q1", true]);
  });
});

describe("without any write, late changes are looked for", () => {
  const state = { member_state_identification: "SE" };
  const from = (effective_from: string, more: object = {}) =>
    makeRegistration({ ...state, effective_from, ...more });
  const locked = { "2025-Q2": { locks: [lock("2025-Q2")] } };
  const both = { ...locked, "2025-Q1": { locks: [lock("2025-Q1")] } };

  it("in a lock whose registration begins elsewhere since", () => {
    expect(lookedAt("2025-Q3", locked)).toEqual([]);
    expect(lookedAt("2025-Q3", locked, [from("2025-05-10")])).toEqual([["2025-Q2", false]]);
    expect(changedPeriods(UNION_OSS, [from("2025-05-10")], marksOf(both))).toHaveLength(2);
  });

  it("in none when a registration ends after it, or one of another scheme begins", () => {
    const ended = { ...registrations[0], status: "ended", effective_to: "2025-07-15" } as never;
    const other = from("2025-05-10", { id: 2, scheme_type: "ioss" });
    expect(lookedAt("2025-Q3", both, [ended])).toEqual([]);
    expect(lookedAt("2025-Q3", both, [...registrations, other])).toEqual([]);
  });

  it("in a lock that has left supplies out for want of a rate", () => {
    const lacking = { locks: [lock("2025-Q2", { lacks_rates: true })] };
    expect(lookedAt("2025-Q3", { "2025-Q2": lacking })).toEqual([["2025-Q2", false]]);
    expect(changedPeriods(UNION_OSS, registrations, marksOf({ "2025-Q2": lacking }))).toEqual([]);
  });

  it("beyond a period that no registration makes a return of, and not beyond another", () => {
    const q1 = { "2025-Q1": { locks: [lock("2025-Q1")], changes: 1 } };
    const again = [
      { ...registrations[0], status: "ended", effective_to: "2025-03-31" } as never,
      from("2025-07-01", { id: 2 }),
    ];
    expect(lookedAt("2025-Q3", q1)).toEqual([]);
    expect(lookedAt("2025-Q3", q1, again)).toEqual([["2025-Q1", false]]);
  });

  it("by no return that was locked under a registration entered anew since", () => {
    const own = { "2025-Q3": { locks: [lock("2025-Q3", { registration_id: 7 })] } };
    expect(
      lookedAt("2025-Q3", { ...own, "2025-Q2": { ...locked["2025-Q2"], changes: 1 } }),
    ).toEqual([]);
  });
});

it("an opening that something came to is among the changed periods", () => {
  const marks = marksOf({
    "2025-Q1": { openings: [opening("2025-Q1")], changes: 1 },
    "2025-Q2": { openings: [opening("2025-Q2")] },
    "2025-Q3": { changes: 4 },
    "2024-Q4": { locks: [lock("2024-Q4")], changes: 1 },
  });
  expect(
    changedPeriods(UNION_OSS, registrations, marks).map(
      (changedPeriod) => changedPeriod.period_key,
    ),
  ).toEqual(["2024-Q4", "2025-Q1"]);
});
