import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { PeriodKey } from "../../../shared/core/ids.ts";
import type { RunningSum } from "../../../shared/ledger/sums/sum.ts";
import { computeReturn } from "../../../shared/returns/compute/compute.ts";
import {
  changedReturn,
  directDeclarations,
  lateChanges,
  ownAmounts,
  withLateChanges,
} from "../../../shared/returns/compute/late-changes.ts";
import type { LateChange, Return } from "../../../shared/returns/schema.ts";
import { makeRegistration } from "../../make/registration.ts";
import {
  computedReturn,
  correctionTally,
  lineTally,
  makeReturn,
  ratesOf,
  reportOf,
} from "../../make/return-input.ts";

const rates = [ratesOf("2025-Q1"), ratesOf("2025-Q2")];
const report = (tallies: readonly RunningSum[], late: LateChange[] = []): Return => ({
  ...reportOf(tallies, { rates }),
  late_changes: late,
});

const change = (
  original_period: string,
  state: string,
  taxable_amount_minor: number,
  vat_amount_minor: number,
  event_count_difference = 1,
): LateChange => ({
  original_period: original_period as PeriodKey,
  member_state_of_consumption: state,
  taxable_amount_minor,
  vat_amount_minor,
  event_count_difference,
});

const line = (state: string, taxable: number, vat: number, count = 1) =>
  lineTally({ consumption_country: state }, taxable, vat, count);

describe("the late changes of a locked return", () => {
  const frozen = report([line("DE", 100, 19), correctionTally({}, -10, -2)]);

  test.for<[string, Return, LateChange[], LateChange[]]>([
    ["nothing", frozen, [], []],
    [
      "a sale and a refund, by period and Member State",
      report([line("FR", 50, 10), line("DE", 130, 25, 2), correctionTally({}, -15, -3, 3)]),
      [],
      [
        change("2025-Q2", "DE", -5, -1, 2),
        change("2025-Q3", "DE", 30, 6),
        change("2025-Q3", "FR", 50, 10),
      ],
    ],
    [
      "VAT alone, and the taxable amount alone",
      report([line("DE", 100, 18), correctionTally({}, -11, -2)]),
      [],
      [change("2025-Q2", "DE", -1, 0, 0), change("2025-Q3", "DE", 0, -1, 0)],
    ],
    [
      "an event without an amount",
      report([line("DE", 100, 19, 2), correctionTally({}, -10, -2)]),
      [],
      [],
    ],
    [
      "what no later return has declared yet",
      report([line("DE", 130, 25, 2), correctionTally({}, -10, -2)]),
      [change("2025-Q3", "DE", 20, 4, 1)],
      [change("2025-Q3", "DE", 10, 2, 0)],
    ],
  ])("are %s", ([, today, declared, expected]) => {
    expect(lateChanges([{ today, frozen }], declared)).toEqual(expected);
  });

  it("leave out those that the return itself has declared for earlier ones", () => {
    const late = change("2025-Q1", "DE", 7, 1);
    const declaring = report([line("DE", 100, 19)], [late]);
    const bare = report([line("DE", 100, 19)]);
    // Its corrections contain them: what is its own is the rest.
    expect(ownAmounts(declaring)).toEqual([
      change("2025-Q3", "DE", 100, 19),
      change("2025-Q1", "DE", -7, -1, -1),
    ]);
    expect(lateChanges([{ today: bare, frozen: declaring }], [])).toEqual([late]);
  });

  it("are nothing once they are declared", () => {
    const sum = fc.tuple(
      fc.constantFrom("DE", "FR"),
      fc.integer({ min: -99, max: 99 }),
      fc.integer({ min: -99, max: 99 }),
    );
    const returned = fc
      .tuple(fc.array(sum, { maxLength: 3 }), fc.array(sum, { maxLength: 2 }))
      .map(([rows, corrections]) =>
        report([
          ...rows.map((row) => line(...row)),
          ...corrections.map(([consumption_country, ...amounts]) =>
            correctionTally({ consumption_country }, ...amounts),
          ),
        ]),
      );
    fc.assert(
      fc.property(
        fc.array(fc.record({ today: returned, frozen: returned }), { maxLength: 2 }),
        (changed) => {
          expect(lateChanges(changed, lateChanges(changed, []))).toEqual([]);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe("the return that a locked one is compared with", () => {
  const frozen = report([line("DE", 100, 19)]);
  const under = (...registrations: Parameters<typeof makeRegistration>[0][]) =>
    computeReturn(
      makeReturn([line("DE", 200, 38)], { registrations: registrations.map(makeRegistration) }),
    );
  const swedish = { member_state_identification: "SE" };

  test.for<[string, ReturnType<typeof computeReturn>, number | undefined]>([
    ["that of the same Member State", under(swedish), 1],
    ["an empty one where it is made in another", under({}), 0],
    ["an empty one where nobody makes it", under({ ...swedish, status: "excluded" }), 0],
    ["unknown where two make it", under(swedish, { id: 2 }), undefined],
  ])("is %s", ([, today, rows]) => {
    expect(changedReturn(frozen, today)?.today.rows.length).toBe(rows);
  });
});

describe("part 3 of a return", () => {
  const { corrections } = computedReturn(
    [
      correctionTally({}, -10, -2),
      correctionTally({ original_period: "2025-Q1" as PeriodKey }, -5, -1),
    ],
    {
      rates,
    },
  ).report;

  it("adds late changes to the corrections of their period and Member State, in order", () => {
    const late = [
      change("2025-Q2", "FR", 1, 0),
      change("2025-Q2", "DE", 30, 6, 2),
      change("2024-Q4", "DE", 0, 1),
    ];
    expect(withLateChanges(corrections, late).map((row) => Object.values(row))).toEqual([
      ["2024-Q4", "DE", 0, 1, 1],
      ["2025-Q1", "DE", -5, -1, 1],
      ["2025-Q2", "DE", 20, 4, 3],
      ["2025-Q2", "FR", 1, 0, 1],
    ]);
  });

  it("has no entry that comes to nothing", () => {
    const late = [change("2025-Q2", "DE", 10, 2), change("2025-Q1", "DE", 5, 1)];
    expect(withLateChanges(corrections, late)).toEqual([]);
  });
});

test("what no return declares any more is left with the reason of its period, or of the group", () => {
  const frozen = report([line("DE", 100, 19), correctionTally({}, -10, -2)]);
  const today = report([line("DE", 90, 17, 2), correctionTally({}, -20, -4, 2), line("FR", 5, 1)]);
  const group = {
    scheme_type: "union_oss",
    member_state_identification: "SE",
    return_currency: "EUR",
    changed: [{ today, frozen }],
    declared: [change("2025-Q3", "FR", 5, 1)],
  } as const;
  const reasons = new Map([["2025-Q3", "after_three_years"]] as const);
  expect(directDeclarations({ ...group, reasons })).toEqual([
    {
      scheme_type: "union_oss",
      member_state_identification: "SE",
      return_currency: "EUR",
      ...change("2025-Q2", "DE", -10, -2),
      reason: "after_three_years",
    },
    {
      scheme_type: "union_oss",
      member_state_identification: "SE",
      return_currency: "EUR",
      ...change("2025-Q3", "DE", -10, -2),
      reason: "after_three_years",
    },
  ]);
  const [of] = directDeclarations({
    ...group,
    reasons: new Map([
      ["2025-Q1", "former_currency"],
      ["2025-Q2", "former_registration"],
    ]),
  });
  expect(of?.reason).toBe("former_registration");
});
