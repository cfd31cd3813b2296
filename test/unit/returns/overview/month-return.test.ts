import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { RunningSum } from "../../../../shared/ledger/sums/sum.ts";
import { computeReturn } from "../../../../shared/returns/compute/compute.ts";
import { monthReturn } from "../../../../shared/returns/overview/month-return.ts";
import { ImportQuarter } from "../../../../shared/returns/overview/schema.ts";
import {
  excludedTally,
  importCorrection,
  importRegistration,
  importTally,
  makeMonth,
  ratesOf,
} from "../../../make/return-input.ts";

const LATER = "2026-01-01" as IsoDate;
const monthOf = (...input: Parameters<typeof makeMonth>) => {
  const month = monthReturn({ computed: computeReturn(makeMonth(...input)) }, LATER);
  expect(ImportQuarter.shape.months.element.parse(month)).toEqual(month);
  return month;
};
const SALE = importTally({}, 10_000, 1_900);

describe("the status of a month", () => {
  test.for<[string, readonly RunningSum[], string, string]>([
    ["no import, and over", [], LATER, "nil_return_candidate"],
    ["no import, and not over", [], "2025-08-31", "nil_return_candidate"],
    ["an import, on the last day", [SALE], "2025-08-31", "open"],
    ["an import, on the day after", [SALE], "2025-09-01", "ready"],
    ["a correction alone", [importCorrection({}, -100, -19)], LATER, "ready"],
    ["excise goods alone", [excludedTally("excise_goods_excluded", 1)], LATER, "review_required"],
    ["excise goods besides", [SALE, excludedTally("excise_goods_excluded", 1)], LATER, "ready"],
    [
      "a value to verify",
      [SALE, excludedTally("consignment_value_unverified_excluded", 1)],
      LATER,
      "review_required",
    ],
    [
      "an origin to add",
      [SALE, excludedTally("missing_origin_excluded", 1)],
      LATER,
      "review_required",
    ],
    [
      "a currency without a rate",
      [SALE, importTally({ currency: "AED" }, 1, 1)],
      LATER,
      "review_required",
    ],
    ["an emptied sum", [importTally({}, 0, 0, 0)], LATER, "nil_return_candidate"],
  ])("%s", ([, tallies, today, status]) => {
    expect(
      monthReturn({ computed: computeReturn(makeMonth(tallies)) }, today as IsoDate),
    ).toMatchObject({
      status,
      period_ended: today > "2025-08-31",
      filing_due_date: "2025-09-30",
    });
  });

  it.for([
    ["not_registered", [], "registration_missing_excluded"],
    [
      "registration_conflict",
      [importRegistration(), importRegistration({ id: 2 })],
      "registration_overlap_excluded",
    ],
  ] as const)(
    "%s leaves everything out, whatever else is wrong",
    ([status, registrations, code]) => {
      const tallies = [SALE, importCorrection({}, 1, 1), excludedTally("needs_review_excluded", 3)];
      expect(monthOf(tallies, { registrations: [...registrations] })).toMatchObject({
        status,
        totals: null,
        return_currency: null,
        registration_id: null,
        rows: [],
        corrections: [],
        warnings: [{ code, count: 5 }],
        total_source_event_count: 5,
        included_source_event_count: 0,
        excluded_source_event_count: 5,
      });
    },
  );

  it("is not_registered without any import, too", () => {
    expect(monthOf([], { registrations: [] })).toMatchObject({
      status: "not_registered",
      warnings: [],
      total_source_event_count: 0,
    });
  });
});

describe("the return of a month", () => {
  it("has one row for each Member State and rate, the standard rate first", () => {
    const month = monthOf([
      importTally(
        { consumption_country: "FR", vat_rate_bps: 550, rate_category: "reduced" },
        1_000,
        55,
      ),
      importTally(
        { consumption_country: "FR", vat_rate_bps: 1_000, rate_category: "reduced" },
        2_000,
        200,
      ),
      importTally({ consumption_country: "FR", vat_rate_bps: 2_000 }, 3_000, 600),
      importTally({ consumption_country: "EL", vat_rate_bps: 2_400 }, 5_000, 1_200, 3),
    ]);
    expect(
      month.rows.map((row) => [
        row.member_state_of_consumption,
        row.vat_rate_bps,
        row.vat_amount_minor,
      ]),
    ).toEqual([
      ["EL", 2_400, 1_200],
      ["FR", 2_000, 600],
      ["FR", 1_000, 200],
      ["FR", 550, 55],
    ]);
    expect(month.totals).toEqual({
      taxable_minor: 11_000,
      current_vat_minor: 2_055,
      correction_vat_minor: 0,
      payable_vat_minor: 2_055,
    });
    expect(month.included_source_event_count).toBe(6);
  });

  it("adds up currencies exactly and rounds once", () => {
    const rates = [ratesOf("2025-08", { SEK: "11", USD: "1.1" })];
    const month = monthOf(
      [
        importTally({ currency: "SEK" }, 50, 50),
        importTally({ currency: "USD" }, 5, 5),
        importTally({}, 1, 1),
      ],
      { rates },
    );
    // 4.545… + 4.545… + 1 is 10.09…; rounded one by one it would be 5 + 5 + 1.
    expect(month.rows).toMatchObject([{ taxable_amount_minor: 10, event_count: 3 }]);
    // 31 August 2025 is a Sunday.
    expect(month.exchange_rates).toEqual([
      { currency: "SEK", rate: "11", date: "2025-09-01", period: "2025-08" },
      { currency: "USD", rate: "1.1", date: "2025-09-01", period: "2025-08" },
    ]);
  });

  it("converts a correction at the rate of its own month", () => {
    const rates = [ratesOf("2025-08", { USD: "1.25" }), ratesOf("2025-06", { USD: "1.00" })];
    const month = monthOf(
      [
        importTally({ currency: "USD" }, 1_000, 200),
        importCorrection({ currency: "USD" }, -1_000, -200),
      ],
      { rates },
    );
    expect(month.rows).toMatchObject([{ vat_amount_minor: 160 }]);
    expect(month.corrections).toMatchObject([
      { original_period: "2025-06", vat_amount_minor: -200 },
    ]);
    expect(month.exchange_rates.map(({ period, date }) => [period, date])).toEqual([
      ["2025-06", "2025-06-30"],
      ["2025-08", "2025-09-01"],
    ]);
  });

  it("sets nothing off between Member States", () => {
    const month = monthOf([SALE, importCorrection({ consumption_country: "FR" }, -10_000, -2_000)]);
    expect(
      month.balances.map((balance) => [balance.payable_vat_minor, balance.included_in_grand_total]),
    ).toEqual([
      [1_900, true],
      [-2_000, false],
    ]);
    expect(month.totals).toMatchObject({ correction_vat_minor: -2_000, payable_vat_minor: 1_900 });
  });

  it("counts rows below zero, and leaves out what nets to nothing", () => {
    const month = monthOf([
      importTally({}, -5, -1),
      importTally({ consumption_country: "FR" }, 0, 0, 2),
    ]);
    expect(month.rows).toHaveLength(1);
    expect(month.negative_row_count).toBe(1);
    expect(month.included_source_event_count).toBe(3);
  });

  it("is in kroner in Denmark", () => {
    const registrations = [importRegistration({ member_state_identification: "DK" })];
    const rates = [ratesOf("2025-08", { DKK: "7.46" })];
    expect(monthOf([SALE], { registrations, rates })).toMatchObject({
      return_currency: "DKK",
      member_state_identification: "DK",
      totals: { taxable_minor: 74_600, payable_vat_minor: 14_174 },
    });
    expect(monthOf([SALE], { registrations }).warnings).toEqual([
      { code: "missing_exchange_rate_excluded", count: 1 },
    ]);
  });

  it("leaves out a correction of a month that no registration covers", () => {
    const registrations = [importRegistration({ effective_from: "2025-08-01" })];
    expect(monthOf([importCorrection({}, -1, -1)], { registrations }).warnings).toEqual([
      { code: "correction_reference_missing_excluded", count: 1 },
    ]);
  });

  it.for([
    ["2025-07-15", undefined, "2025-08-01", "2025-08-31"],
    ["2025-08-15", undefined, "2025-08-15", "2025-08-31"],
    ["2025-08-15", "2025-08-20", "2025-08-15", "2025-08-20"],
    ["2024-08-15", "2025-08-31", "2025-08-01", "2025-08-31"],
  ] as const)("names the days under a registration from %s to %s", ([from, to, first, last]) => {
    const registrations = [
      importRegistration({ id: 4, effective_from: from, effective_to: to, status: "ended" }),
    ];
    expect(monthOf([], { registrations })).toMatchObject({
      registration_id: 4,
      covered_from: first,
      covered_to: last,
    });
  });
});
