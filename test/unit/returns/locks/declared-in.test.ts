import { describe, expect, it, test } from "vitest";
import { type IsoDate, periodBefore } from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { computeReturn } from "../../../../shared/returns/compute/compute.ts";
import {
  changedBeyondReturns,
  changedPeriods,
  declaredIn,
  ownReturn,
} from "../../../../shared/returns/locks/declared-returns.ts";
import {
  type LockMarker,
  lockMarkOf,
  type MarkersOfPeriod,
  openingMarkOf,
} from "../../../../shared/returns/locks/locked-period.ts";
import type { LateChange } from "../../../../shared/returns/schema.ts";
import { UNION_OSS } from "../../../../shared/vat/schemes/union-oss.ts";
import { daysInForce } from "../../../../shared/vat/seller/in-force.ts";
import type { Registration } from "../../../../shared/vat/seller/registration.ts";
import { makeLock } from "../../../make/locked-period.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { computedReturn, lineTally, makeReturn, periodAt } from "../../../make/return-input.ts";

const state = (
  member_state_identification: string,
  fields: Parameters<typeof makeRegistration>[0] = {},
) => makeRegistration({ member_state_identification, ...fields });

const SWEDISH = [state("SE")];

const MOVED = [
  state("SE", { status: "ended", effective_to: "2025-06-30" }),
  state("DE", { id: 2, effective_from: "2025-07-01" }),
];

type Marks = Readonly<Record<string, Partial<MarkersOfPeriod>>>;

const markersOf = (marks: Marks) =>
  new Map(
    Object.entries(marks).map(([period, own]) => [
      `u${period}`,
      { changes: 0, locks: [], openings: [], ...own },
    ]),
  );

/** The marker of a lock to Sweden under these registrations. */
const lockOf = (
  period_key: string,
  registrations: readonly Registration[],
  changes: Partial<LockMarker> = {},
): LockMarker => ({
  period_key: period_key as PeriodKey,
  registration_id: 1,
  member_state_identification: "SE",
  return_currency: "EUR",
  changes_seen: 0,
  days_in_force: daysInForce(registrations, "union_oss", periodAt(period_key).lastDay),
  lacks_rates: false,
  late_changes: [],
  locked_at: null,
  submitted_on: null,
  ...changes,
});

describe("the returns that declare the changes of a locked one", () => {
  const frozen = [lineTally({}, 100, 19)];
  const lock = makeLock(frozen, computedReturn(frozen, { period: "2025-Q2" }));
  const changed = [lineTally({}, 300, 57), lineTally({ consumption_country: "FR" }, 50, 10)];

  const late = (member_state_of_consumption: string, vat: number, original_period = "2025-Q2") => ({
    original_period: original_period as PeriodKey,
    member_state_of_consumption,
    taxable_amount_minor: 5 * vat,
    vat_amount_minor: vat,
    event_count_difference: 1,
  });
  const declaring = (period_key: string, ...late_changes: LateChange[]) => ({
    [period_key]: { locks: [lockOf(period_key, SWEDISH, { late_changes })] },
  });

  const found = (marks: Marks, registrations = SWEDISH, today = changed) =>
    declaredIn(
      {
        scheme: UNION_OSS,
        registrations,
        markers: markersOf({
          "2025-Q2": { locks: [lockMarkOf(lock)], changes: 1 },
          ...marks,
        }),
      },
      lock,
      computeReturn(makeReturn(today, { period: "2025-Q2", registrations: SWEDISH })),
    );

  test.for<[string, Marks, Registration[], string[]]>([
    ["the next one, while it is open", {}, SWEDISH, ["2025-Q3"]],
    [
      "none of another quarter",
      declaring("2025-Q3", late("DE", 1, "2025-Q1")),
      SWEDISH,
      ["2025-Q4"],
    ],
    ["none of another Member State", declaring("2025-Q3", late("IT", 1)), SWEDISH, ["2025-Q4"]],
    [
      "a locked one that has declared some of them, and the next open one",
      declaring("2025-Q3", late("FR", 10)),
      SWEDISH,
      ["2025-Q3", "2025-Q4"],
    ],
    [
      "a locked one that has declared some of them beside those of another quarter",
      declaring("2025-Q3", late("DE", 1, "2025-Q1"), late("FR", 10)),
      SWEDISH,
      ["2025-Q3", "2025-Q4"],
    ],
    [
      "none where the return of another quarter alone has changed",
      {
        "2025-Q1": { locks: [lockOf("2025-Q1", SWEDISH)], changes: 1 },
        "2025-Q2": { locks: [{ ...lockMarkOf(lock), changes_seen: 1 }], changes: 1 },
      },
      SWEDISH,
      [],
    ],
    [
      "none but the locked one that has declared all",
      declaring(
        "2025-Q3",
        { ...late("FR", 10), taxable_amount_minor: 50 },
        { ...late("DE", 38), taxable_amount_minor: 200 },
      ),
      SWEDISH,
      ["2025-Q3"],
    ],
    ["none in another Member State of identification", {}, MOVED, []],
    [
      "none that declares changes of the quarter in another Member State of identification",
      {
        "2025-Q3": {
          locks: [
            lockOf("2025-Q3", MOVED, {
              registration_id: 2,
              member_state_identification: "DE",
              late_changes: [late("DE", 38)],
            }),
          ],
        },
      },
      MOVED,
      [],
    ],
    [
      "none where the return of another registration alone has changed",
      {
        "2025-Q2": {
          locks: [
            { ...lockMarkOf(lock), changes_seen: 1 },
            lockOf("2025-Q2", SWEDISH, { registration_id: 2 }),
          ],
          changes: 1,
        },
      },
      SWEDISH,
      [],
    ],
    [
      "none after the registration",
      {},
      [state("SE", { status: "ended", effective_to: "2025-06-30" })],
      [],
    ],
  ])("are %s", ([, marks, registrations, expected]) => {
    expect(found(marks, registrations)).toEqual(expected);
  });

  it("are not asked for without a change, and unknown where two make the return", () => {
    expect(found({}, SWEDISH, frozen)).toBeUndefined();
    const two = makeReturn(changed, {
      period: "2025-Q2",
      registrations: [...SWEDISH, state("DE", { id: 2 })],
    });
    const context = { scheme: UNION_OSS, registrations: SWEDISH, markers: markersOf({}) };
    expect(declaredIn(context, lock, computeReturn(two))).toEqual([]);
  });
});

describe("changes that no open return declares", () => {
  const beyond = (registrations: Registration[], marks: Marks, today: string) => {
    const scheme = UNION_OSS;
    const found = changedBeyondReturns(
      { scheme, registrations },
      markersOf(marks),
      today as IsoDate,
    );
    return {
      open: found.open.map(({ period, coverage }) => `${period.key} ${coverage.registration.id}`),
      beyond: found.beyond.map(({ one, reason }) => [one.period_key, reason]),
    };
  };

  /** A lock of each quarter from `first` to the one before `end`; the first has changed. */
  const locked = (first: string, end: string): Marks => {
    const marks: Record<string, Partial<MarkersOfPeriod>> = {};
    for (
      let period = periodBefore(periodAt(end));
      period.key >= first;
      period = periodBefore(period)
    ) {
      marks[period.key] = {
        locks: [lockOf(period.key, SWEDISH)],
        changes: period.key === first ? 1 : 0,
      };
    }
    return marks;
  };

  it("are not looked for where nothing has changed", () => {
    const marks = { "2025-Q2": { locks: [lockOf("2025-Q2", SWEDISH)] } };
    expect(beyond(SWEDISH, marks, "2025-08-10")).toEqual({ open: [], beyond: [] });
    expect(beyond(SWEDISH, {}, "2025-08-10")).toEqual({ open: [], beyond: [] });
  });

  it("are none while the next return is open", () => {
    expect(beyond(SWEDISH, locked("2025-Q2", "2025-Q3"), "2025-08-10")).toEqual({
      open: ["2025-Q3 1"],
      beyond: [],
    });
  });

  it("are those of a state that the seller has left", () => {
    expect(beyond(MOVED, locked("2025-Q2", "2025-Q3"), "2025-10-10")).toEqual({
      open: ["2025-Q4 2", "2025-Q3 2"],
      beyond: [["2025-Q2", "former_registration"]],
    });
  });

  it("are those of a state that has an open return of an earlier quarter alone", () => {
    const unchanged = { locks: [lockOf("2024-Q4", SWEDISH)] };
    const later = locked("2025-Q2", "2025-Q3");
    for (const marks of [
      { "2024-Q4": unchanged, ...later },
      { ...later, "2024-Q4": unchanged },
    ]) {
      expect(beyond(MOVED, marks, "2025-07-10")).toEqual({
        open: ["2025-Q3 2", "2025-Q1 1"],
        beyond: [["2025-Q2", "former_registration"]],
      });
    }
  });

  it("are those of the first of two registrations of one state within a quarter, and not of the second", () => {
    const twice = [
      state("SE", { status: "ended", effective_to: "2025-05-10" }),
      state("SE", { id: 2, effective_from: "2025-05-20" }),
    ];
    const marks = (seen: readonly [number, number]): Marks => ({
      "2025-Q2": {
        changes: 1,
        locks: seen.map((changes_seen, n) =>
          lockOf("2025-Q2", twice, { registration_id: n + 1, changes_seen }),
        ),
      },
    });
    expect(beyond(twice, marks([0, 1]), "2025-08-10").beyond).toEqual([
      ["2025-Q2", "former_registration"],
    ]);
    expect(beyond(twice, marks([1, 0]), "2025-08-10").beyond).toEqual([]);
  });

  it("are those of a return that was due three years ago", () => {
    // 2021-Q4 was due on 2022-01-31: the return of 2024-Q4 is the last that corrects it.
    expect(beyond(SWEDISH, locked("2021-Q4", "2024-Q4"), "2025-01-05").beyond).toEqual([]);
    expect(beyond(SWEDISH, locked("2021-Q4", "2025-Q1"), "2025-01-05")).toEqual({
      open: ["2025-Q1 1"],
      beyond: [["2021-Q4", "after_three_years"]],
    });
  });

  it("are those in a currency that has ended", () => {
    const croatian = [state("HR")];
    const marks = {
      "2022-Q4": {
        changes: 1,
        locks: [
          lockOf("2022-Q4", croatian, {
            member_state_identification: "HR",
            return_currency: "HRK",
          }),
        ],
      },
    };
    expect(beyond(croatian, marks, "2023-02-01")).toEqual({
      open: ["2023-Q1 1"],
      beyond: [["2022-Q4", "former_currency"]],
    });
  });

  it("are those of a return filed elsewhere to which something came", () => {
    const opening = {
      period_key: "2025-Q2" as PeriodKey,
      registration_id: 1,
      member_state_identification: "SE",
      return_currency: "EUR" as const,
      withdrawn: false,
    };
    const marks = { "2025-Q2": { openings: [opening], changes: 1 } };
    expect(beyond(MOVED, marks, "2025-07-01").beyond).toEqual([["2025-Q2", "former_registration"]]);
  });
});

describe("the declared return of a registration", () => {
  const first = state("SE", { status: "ended", effective_to: "2025-08-10" });
  const second = state("SE", { id: 2, effective_from: "2025-08-11" });
  const declaredBy = (...locks: LockMarker[]) => {
    const report = {
      scheme: UNION_OSS,
      period: periodAt("2025-Q3"),
      registrations: [first, second],
    };
    return ownReturn(report, second, markersOf({ "2025-Q3": { locks } }))?.registration_id;
  };
  const by = (registration_id: number, member_state_identification = "SE") =>
    lockOf("2025-Q3", [first, second], { registration_id, member_state_identification });

  test.for<[string, LockMarker[], number | undefined]>([
    ["its own beside that of another one", [by(1), by(2)], 2],
    ["not that of another one of the quarter", [by(1)], undefined],
    ["that of one that was replaced since", [by(9)], 9],
    ["not that of one of another Member State", [by(9, "DE")], undefined],
  ])("is %s", ([, locks, id]) => {
    expect(declaredBy(...locks)).toBe(id);
  });
});

it("declared periods that have changed come in the order of the calendar", () => {
  const quarters = ["2025-Q2", "2024-Q4", "2025-Q1", "2024-Q3"];
  const marks = quarters.map((key, n) => [
    key,
    { locks: [lockOf(key, SWEDISH)], changes: n === 3 ? 0 : 1 },
  ]);
  const changed = changedPeriods(UNION_OSS, SWEDISH, markersOf(Object.fromEntries(marks)));
  expect(changed.map(({ period_key }) => period_key)).toEqual(["2024-Q4", "2025-Q1", "2025-Q2"]);
});

it("an opening is marked as withdrawn once it is", () => {
  const opening = {
    period_key: "2025-Q2" as PeriodKey,
    registration_id: 1,
    member_state_identification: "SE",
    currency: "EUR",
  } as Parameters<typeof openingMarkOf>[0];
  const withdrawn_at = "2025-08-01T00:00:00.000Z";
  expect(
    [opening, { ...opening, withdrawn_at }].map((one) => openingMarkOf(one).withdrawn),
  ).toEqual([false, true]);
});
