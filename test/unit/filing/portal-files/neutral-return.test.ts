import { describe, expect, it } from "vitest";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { neutralReturn } from "../../../../shared/filing/portal-files/neutral-return.ts";
import {
  declaredReturn,
  F1_CORRECTIONS,
  F1_ROWS,
  makeCorrection,
  makeRow,
  neutralIn,
} from "../../../make/f1-return.ts";
import { makeLock } from "../../../make/locked-period.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { computedReturn, correctionTally, lineTally } from "../../../make/return-input.ts";

describe("the neutral return", () => {
  it("has F1 in the words of Annex III", () => {
    expect(neutralIn("SK")).toEqual({
      scheme: "union_oss",
      period: {
        key: "2025-Q3",
        kind: "quarter",
        year: 2025,
        number: 3,
        last_day: "2025-09-30",
        registered: { first: "2025-07-01", last: "2025-09-30" },
        days: null,
        begins_inside: false,
        ends_inside: false,
      },
      identification: {
        member_state: "SK",
        number_masked: undefined,
        intermediary_number_masked: undefined,
      },
      currency: "EUR",
      supplies: [
        row(0, "2a", "SERVICES", "EL", null, "STANDARD", 2_400, 20_000, 4_800),
        row(1, "2b", "GOODS", "FR", null, "STANDARD", 2_000, 15_000, 3_000),
        row(2, "2b", "GOODS", "FR", null, "REDUCED", 550, 2_000, 110),
        row(3, "2c", "SERVICES", "EL", "IT", "STANDARD", 2_400, 5_000, 1_200),
        row(4, "2d", "GOODS", "FR", "PL", "STANDARD", 2_000, 10_000, 2_000),
      ],
      corrections: [
        {
          index: 0,
          period: { key: "2025-Q2", kind: "quarter", year: 2025, number: 2 },
          member_state: "EL",
          vat_minor: -1_000,
        },
      ],
      corrections_without_vat: [],
      balances: [
        { member_state: "EL", vat_minor: 5_000 },
        { member_state: "FR", vat_minor: 5_110 },
      ],
      total_minor: 10_110,
      is_nil: false,
    });
  });

  it("is the same of a preview and of its lock", () => {
    const sums = [lineTally({}, 10_000, 1_900), correctionTally({}, -5_000, -950)];
    const own = makeRegistration({ member_state_identification: "SE" });
    const covered = computedReturn(sums, { registrations: [own] });
    expect(neutralReturn(makeLock(sums, covered), own, [own])).toEqual(
      neutralReturn(covered.report, own, [own]),
    );
  });

  it("lists a correction of a base alone separately, without a line", () => {
    const alone = makeCorrection({ member_state_of_consumption: "DE", vat_amount_minor: 0 });
    const neutral = neutralIn("SK", declaredReturn([makeRow()], [alone, ...F1_CORRECTIONS]));
    expect(neutral.corrections.map(({ index }) => index)).toEqual([1]);
    expect(neutral.corrections_without_vat.map(({ index }) => index)).toEqual([0]);
    expect(neutral.balances.map(({ member_state }) => member_state)).toEqual(["EL", "FR"]);
  });

  it.for([
    ["nothing", [], [], true],
    ["a correction of a base alone", [], [makeCorrection({ vat_amount_minor: 0 })], true],
    ["a correction", [], F1_CORRECTIONS, false],
    ["a supply", F1_ROWS, [], false],
  ] as const)("is nil with %s: %s", ([, rows, corrections, isNil]) => {
    expect(neutralIn("SK", declaredReturn(rows, corrections)).is_nil).toBe(isNil);
  });

  it("reads months of the import scheme", () => {
    const declared = declaredReturn(
      [],
      [makeCorrection({ original_period: "2025-07" as PeriodKey })],
      {
        scheme_type: "ioss",
        period_key: "2025-11" as PeriodKey,
      },
    );
    const { period, corrections } = neutralIn("RO", declared);
    expect(period).toMatchObject({ kind: "month", year: 2025, number: 11, last_day: "2025-11-30" });
    expect(corrections[0]?.period).toEqual({
      key: "2025-07",
      kind: "month",
      year: 2025,
      number: 7,
    });
  });
});

function row(
  index: number,
  section: string,
  supply_type: string,
  member_state: string,
  from: string | null,
  rate_type: string,
  rate_bps: number,
  base_minor: number,
  vat_minor: number,
) {
  return {
    index,
    section,
    supply_type,
    member_state,
    from,
    rate_type,
    rate_bps,
    base_minor,
    vat_minor,
  };
}

describe("the days of a return", () => {
  const declared = declaredReturn([], []);
  const days = (id: number, from: string, to?: string, status = "active") =>
    makeRegistration({
      id,
      status: to ? "ended" : status,
      effective_from: from,
      ...(to ? { effective_to: to } : {}),
    });

  it("are given where the period has two returns (Annex III, note d)", () => {
    const first = days(1, "2021-07-01", "2025-08-14");
    const second = days(2, "2025-08-15");
    const both = [first, second];
    expect(neutralReturn(declared, first, both).period).toMatchObject({
      days: { first: "2025-07-01", last: "2025-08-14" },
      begins_inside: false,
      ends_inside: true,
    });
    expect(neutralReturn(declared, second, both).period).toMatchObject({
      days: { first: "2025-08-15", last: "2025-09-30" },
      begins_inside: true,
      ends_inside: false,
    });
  });

  it("are not given for the only registration of the period, wherever it begins", () => {
    const own = days(1, "2025-08-15");
    const excluded = days(2, "2021-07-01", undefined, "excluded");
    const earlier = days(3, "2021-07-01", "2025-06-30");
    expect(neutralReturn(declared, own, [own, excluded, earlier]).period).toMatchObject({
      days: null,
      registered: { first: "2025-08-15", last: "2025-09-30" },
      begins_inside: true,
    });
  });
});
