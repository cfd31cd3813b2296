import { describe, expect, it } from "vitest";
import type { LockMark, OpeningMark, PeriodMarks } from "../../../shared/locks/lock-mark.ts";
import { changedPeriods, lockedRun } from "../../../shared/locks/locked-run.ts";
import { UNION_OSS } from "../../../shared/schemes/union-oss.ts";
import { makeReturn } from "../../make/return-input.ts";

const declared = (period_key: string) => ({
  period_key,
  registration_id: 1,
  member_state_identification: "SE",
  return_currency: "EUR",
});
const lock = (period_key: string, changes: Partial<LockMark> = {}): LockMark => ({
  ...declared(period_key),
  changes_seen: 0,
  late_changes: [],
  ...changes,
});
const opening = (period_key: string, changes: Partial<OpeningMark> = {}): OpeningMark => ({
  ...declared(period_key),
  withdrawn: false,
  ...changes,
});

const marksOf = (marks: Readonly<Record<string, Partial<PeriodMarks>>>) =>
  new Map(
    Object.entries(marks).map(([period, own]) => [
      `u${period}`,
      { changes: 0, locks: [], openings: [], ...own },
    ]),
  );

/** Which periods the return of one to Sweden looks at again. */
function lookedAt(period: string, marks: Parameters<typeof marksOf>[0]) {
  const run = lockedRun(makeReturn([], { period }), marksOf(marks));
  return "changed" in run
    ? run.changed.map((one) => [one.period_key, one.filed_elsewhere])
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

  it("no longer than three years back, in openings too", () => {
    const years = ["2021", "2022", "2023", "2024"].flatMap((year) =>
      [1, 2, 3, 4].map((n) => `${year}-Q${n}`),
    );
    const marks = Object.fromEntries(
      years.map((period) => [period, { openings: [opening(period)], changes: 1 }]),
    );
    // 2021-Q3 was due on 2021-10-31; the return of 2025-Q1 comes after 2025-03-31.
    expect(lookedAt("2025-Q1", marks).at(-1)).toEqual(["2022-Q1", true]);
  });
});

it("an opening that something came to is among the changed periods", () => {
  const marks = marksOf({
    "2025-Q1": { openings: [opening("2025-Q1")], changes: 1 },
    "2025-Q2": { openings: [opening("2025-Q2")] },
    "2025-Q3": { changes: 4 },
    "2024-Q4": { locks: [lock("2024-Q4")], changes: 1 },
  });
  expect(changedPeriods(UNION_OSS, marks).map((one) => one.period_key)).toEqual([
    "2024-Q4",
    "2025-Q1",
  ]);
});
