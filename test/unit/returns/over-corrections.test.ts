import { expect, it, test } from "vitest";
import type { PeriodKey } from "../../../shared/core/ids.ts";
import type { RunningSum } from "../../../shared/ledger/sums/sum.ts";
import {
  belowZero,
  negativeRowCount,
  oldestCorrected,
} from "../../../shared/returns/compute/late-changes.ts";
import { declaredElsewhere } from "../../../shared/returns/openings/opening.ts";
import type { LateChange, Return } from "../../../shared/returns/schema.ts";
import { makeOpening, openingRow } from "../../make/opening.ts";
import { correctionTally, lineTally, ratesOf, reportOf } from "../../make/return-input.ts";

const returnWith = (period: string, tallies: readonly RunningSum[]): Return =>
  reportOf(tallies, {
    period,
    rates: [ratesOf("2024-Q4"), ratesOf("2025-Q1"), ratesOf("2025-Q2")],
  });

const declared = (vat: number, country = "DE") =>
  lineTally({ consumption_country: country }, vat * 5, vat);
const corrected = (vat: number, original_period = "2025-Q1", consumption_country = "DE") =>
  correctionTally(
    { original_period: original_period as PeriodKey, consumption_country },
    vat * 5,
    vat,
  );

const FIRST = returnWith("2025-Q1", [declared(10_000)]);

/** The case of the British tax authority: 100.00 declared, 60.00 of it taken back already. */
test.for<[string, number, number | undefined]>([
  ["takes 40.00 more", -4_000, undefined],
  ["takes 40.01 more", -4_001, -1],
  ["takes 50.00 more", -5_000, -1_000],
  ["adds 50.00", 5_000, undefined],
])("a correction %s", ([, vat, resulting]) => {
  const earlier = [FIRST, returnWith("2025-Q2", [corrected(-6_000)])];
  expect(belowZero(returnWith("2025-Q3", [corrected(vat)]), earlier)).toEqual(
    resulting === undefined
      ? []
      : [
          {
            original_period: "2025-Q1" as PeriodKey,
            member_state_of_consumption: "DE",
            declared_vat_minor: 4_000,
            correction_vat_minor: vat,
            resulting_vat_minor: resulting,
            event_count: 2,
          },
        ],
  );
});

it("looks at each quarter and Member State alone", () => {
  const earlier = [FIRST, returnWith("2025-Q2", [declared(1_000, "FR")])];
  const now = returnWith("2025-Q3", [
    corrected(-9_000),
    corrected(-1_001, "2025-Q2", "FR"),
    corrected(-1, "2025-Q1", "FR"),
    declared(99_999, "FR"),
  ]);
  expect(
    belowZero(now, earlier).map((one) => [
      one.original_period,
      one.member_state_of_consumption,
      one.resulting_vat_minor,
    ]),
  ).toEqual([
    ["2025-Q1", "FR", -1],
    ["2025-Q2", "FR", -1],
  ]);
});

// 100.00 were declared and locked. 60.00 of it were refunded late: the first quarter is drawn as 40.00.
test.for<[string, number, number | undefined]>([
  ["takes those 60.00 back", -6_000, undefined],
  ["takes 100.01 back with them", -10_001, -1],
])("of a locked quarter that has changed since, a correction %s", ([, vat, resulting]) => {
  const late: LateChange = {
    original_period: "2025-Q1" as PeriodKey,
    member_state_of_consumption: "DE",
    taxable_amount_minor: -30_000,
    vat_amount_minor: -6_000,
    event_count_difference: 1,
  };
  const now: Return = { ...returnWith("2025-Q3", [corrected(vat)]), late_changes: [late] };
  const found = belowZero(now, [returnWith("2025-Q1", [declared(4_000)])]);
  expect(found.map(({ resulting_vat_minor }) => resulting_vat_minor)).toEqual(
    resulting === undefined ? [] : [resulting],
  );
});

it("counts nothing of other quarters and Member States that was corrected or changed since", () => {
  const others = [corrected(5_000, "2025-Q1", "FR"), corrected(5_000, "2024-Q4")];
  const changes = ["2025-Q1 FR", "2024-Q4 DE"].map((name): LateChange => {
    const [original_period = "", member_state_of_consumption = ""] = name.split(" ");
    return {
      original_period: original_period as PeriodKey,
      member_state_of_consumption,
      taxable_amount_minor: -30_000,
      vat_amount_minor: -6_000,
      event_count_difference: 1,
    };
  });
  const now: Return = { ...returnWith("2025-Q3", [corrected(-10_001)]), late_changes: changes };
  expect(belowZero(now, [FIRST, returnWith("2025-Q2", others)])).toMatchObject([
    { original_period: "2025-Q1" as PeriodKey, resulting_vat_minor: -1 },
  ]);
});

it("does not name a correction that takes no VAT back", () => {
  const earlier = [FIRST, returnWith("2025-Q2", [corrected(-10_001)])];
  const now = returnWith("2025-Q3", [
    correctionTally({ original_period: "2025-Q1" as PeriodKey }, -500, 0),
  ]);
  expect(belowZero(now, earlier)).toEqual([]);
});

it("counts what an earlier return has added", () => {
  const earlier = [FIRST, returnWith("2025-Q2", [corrected(500)])];
  expect(belowZero(returnWith("2025-Q3", [corrected(-10_500)]), earlier)).toEqual([]);
});

test.for<[readonly RunningSum[], string | undefined]>([
  [[], undefined],
  [[corrected(5)], undefined],
  [[corrected(-5), corrected(-1, "2024-Q4", "FR"), corrected(1, "2024-Q4", "IT")], "2024-Q4"],
])("the oldest quarter that VAT is taken back from: %#", ([tallies, quarter]) => {
  expect(oldestCorrected(returnWith("2025-Q3", tallies))).toBe(quarter);
});

it("counts what a return that was filed elsewhere has declared and corrected", () => {
  const openings = [
    makeOpening({ rows: [openingRow({ vat_amount_minor: 10_000 })] }),
    makeOpening(
      {
        rows: [],
        corrections: [
          {
            original_period: "2025-Q1" as PeriodKey,
            member_state_of_consumption: "DE",
            vat_amount_minor: -6_000,
          },
        ],
      },
      { period: "2025-Q2" },
    ),
  ];
  const report = returnWith("2025-Q3", [corrected(-4_001)]);
  // A late sale of the quarter is in the ledger, beside what was filed.
  const late = returnWith("2025-Q1", [declared(1)]);
  expect(belowZero(report, declaredElsewhere(openings, report))).toMatchObject([
    { declared_vat_minor: 4_000, resulting_vat_minor: -1 },
  ]);
  expect(belowZero(report, [late, ...declaredElsewhere(openings, report)])).toEqual([]);
});

test.for<[taxable: number, vat: number, count: number]>([
  [0, 0, 0],
  [-1, 0, 1],
  [0, -1, 1],
  [-1, -1, 1],
])("a row of %i and %i: %i below zero", ([taxable_amount_minor, vat_amount_minor, count]) => {
  const above = { taxable_amount_minor: 1, vat_amount_minor: 1 };
  expect(negativeRowCount([above, { taxable_amount_minor, vat_amount_minor }])).toBe(count);
});
