import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { RunningSum } from "../../../../shared/ledger/sums/sum.ts";
import { computeReturn } from "../../../../shared/returns/compute/compute.ts";
import { monthReturn } from "../../../../shared/returns/overview/month-return.ts";
import {
  quarterOfMonths,
  withoutLines,
} from "../../../../shared/returns/overview/multi-jurisdiction.ts";
import { ImportQuarter, ImportQuarterSummary } from "../../../../shared/returns/overview/schema.ts";
import type { Registration } from "../../../../shared/vat/seller/registration.ts";
import {
  excludedTally,
  importCorrection,
  importRegistration,
  importTally,
  makeMonth,
  ratesOf,
} from "../../../make/return-input.ts";

const SALE = importTally({}, 10_000, 1_900);
const REFUND = importCorrection({}, -10_000, -3_000);
const UNREGISTERED: readonly Registration[] = [];
const DANISH = [importRegistration({ member_state_identification: "DK" })];

type Spec = readonly [tallies: readonly RunningSum[], registrations?: readonly Registration[]];

const quarterOf = (specs: readonly Spec[], today = "2026-01-01") =>
  quarterOfMonths(
    specs.map(([tallies, registrations = [importRegistration()]], n) => {
      const period = `2025-0${7 + n}`;
      const rates = [ratesOf(period, { DKK: "7.5" })];
      return monthReturn(
        { computed: computeReturn(makeMonth(tallies, { period, registrations, rates })) },
        today as IsoDate,
      );
    }),
  );

test.for<[string, readonly Spec[], string]>([
  ["nil_return_candidate", [[[]], [[]], [[]]], "2026-01-01"],
  ["ready", [[[]], [[SALE]], [[]]], "2026-01-01"],
  ["open", [[[SALE]], [[SALE]], [[SALE]]], "2025-08-15"],
  [
    "review_required",
    [[[SALE]], [[excludedTally("missing_origin_excluded", 1)]], [[]]],
    "2026-01-01",
  ],
  ["registration_conflict", [[[], [...DANISH, ...DANISH]], [[SALE]], [[]]], "2026-01-01"],
  ["ready", [[[SALE], UNREGISTERED], [[SALE]], [[]]], "2026-01-01"],
  ["nil_return_candidate", [[[SALE], UNREGISTERED], [[], UNREGISTERED], [[]]], "2026-01-01"],
  [
    "not_registered",
    [
      [[SALE], UNREGISTERED],
      [[], UNREGISTERED],
      [[], UNREGISTERED],
    ],
    "2026-01-01",
  ],
])("a quarter is %s", ([status, specs, today]) => {
  expect(quarterOf(specs, today).status).toBe(status);
});

describe("the totals of a quarter", () => {
  it("add months without setting one off against another", () => {
    expect(quarterOf([[[SALE]], [[SALE]], [[REFUND]]])).toMatchObject({
      return_currency: "EUR",
      totals: {
        taxable_minor: 20_000,
        current_vat_minor: 3_800,
        correction_vat_minor: -3_000,
        payable_vat_minor: 3_800,
      },
      total_source_event_count: 3,
    });
  });

  it("leave out months without a return", () => {
    const quarter = quarterOf([[[SALE], UNREGISTERED], [[SALE]], [[]]]);
    expect(quarter.totals?.payable_vat_minor).toBe(1_900);
    expect(quarter.warnings).toEqual([{ code: "registration_missing_excluded", count: 1 }]);
    expect(quarter.total_source_event_count).toBe(2);
  });

  it("are not there without a return, or in several currencies", () => {
    const none = quarterOf([
      [[], UNREGISTERED],
      [[], UNREGISTERED],
      [[], UNREGISTERED],
    ]);
    const mixed = quarterOf([[[SALE], DANISH], [[SALE]], [[]]]);
    for (const { totals, return_currency } of [none, mixed]) {
      expect([totals, return_currency]).toEqual([null, null]);
    }
  });

  it("fit their schemas, in full and in short", () => {
    const quarter = quarterOf([[[SALE]], [[REFUND]], [[]]]);
    expect(ImportQuarter.parse(quarter)).toEqual(quarter);
    const short = withoutLines(quarter);
    expect(ImportQuarterSummary.parse(short)).toEqual(short);
    expect(short.months.map(({ totals }) => totals)).toEqual(
      quarter.months.map(({ totals }) => totals),
    );
  });
});
