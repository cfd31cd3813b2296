import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import {
  type ComputedReturn,
  computeReturn,
  type ReturnInput,
} from "../../../../shared/returns/compute/compute.ts";
import { multiJurisdiction } from "../../../../shared/returns/overview/multi-jurisdiction.ts";
import { MultiJurisdiction } from "../../../../shared/returns/overview/schema.ts";
import {
  computedReturn,
  correctionTally,
  importRegistration,
  importTally,
  lineTally,
  makeMonth,
  makeReturn,
  periodAt,
  ratesOf,
} from "../../../make/return-input.ts";

const quarter = periodAt("2025-Q3");
const UNION = computedReturn(
  [
    lineTally({}, 10_000, 1_900, 2),
    lineTally({ from_country: "PL" }, 5_000, 950),
    lineTally({ supply_kind: "services", consumption_country: "FR" }, 1_000, 200),
    lineTally({ consumption_country: "FR", vat_rate_bps: 550 }, 0, 0, 4),
    correctionTally({ consumption_country: "IT" }, -100, -22),
  ],
  { rates: [ratesOf("2025-Q2")] },
);

const previewOf = (union: ComputedReturn, inputs: readonly ReturnInput[]) => {
  const months = inputs.map((input) => ({ computed: computeReturn(input) }));
  const preview = multiJurisdiction(
    { quarter, union: { computed: union }, months, recount_pending: null },
    "2026-01-01" as IsoDate,
  );
  expect(MultiJurisdiction.parse(preview)).toEqual(preview);
  return preview;
};

const july = makeMonth([importTally({}, 1_000, 190, 3)], { period: "2025-07" });
const august = makeMonth([importTally({ consumption_country: "EL" }, 500, 120)]);

describe("the multi-jurisdiction preview", () => {
  it("has the Union return by Member State and section, together with the months", () => {
    const { jurisdictions, union_oss } = previewOf(UNION, [july, august]);
    expect(
      jurisdictions.map((jurisdiction) => [
        jurisdiction.member_state_of_consumption,
        jurisdiction.union_oss?.sections.map(({ section, vat_minor, event_count }) => [
          section,
          vat_minor,
          event_count,
        ]) ?? null,
        jurisdiction.ioss?.months.map(({ period_key, totals }) => [
          period_key,
          totals.payable_vat_minor,
        ]) ?? null,
        jurisdiction.included_source_event_count,
      ]),
    ).toEqual([
      [
        "DE",
        [
          ["2b", 1_900, 2],
          ["2d", 950, 1],
        ],
        [["2025-07", 190]],
        6,
      ],
      ["EL", null, [["2025-08", 120]], 1],
      ["FR", [["2a", 200, 1]], null, 5],
      ["IT", [], null, 1],
    ]);
    expect(union_oss).toMatchObject({ jurisdiction_count: 3, included_source_event_count: 9 });
  });

  it("adds up to the Union totals", () => {
    const { jurisdictions, union_oss } = previewOf(UNION, []);
    const { totals, balances, exchange_rates } = UNION.report;
    expect(union_oss).toMatchObject({ totals, exchange_rates });
    expect(jurisdictions.map((jurisdiction) => jurisdiction.union_oss?.balance)).toEqual(balances);
    const payable = jurisdictions.map(
      (jurisdiction) => jurisdiction.union_oss?.totals.payable_vat_minor ?? 0,
    );
    expect(payable.reduce((a, b) => a + b, 0)).toBe(totals.payable_vat_minor);
  });

  it("has the months without a Union registration", () => {
    const tallies = [lineTally({}, 1, 1, 5)];
    const { union_oss, jurisdictions, warnings } = previewOf(
      computeReturn(makeReturn(tallies, { registrations: [] })),
      [july],
    );
    expect(union_oss).toMatchObject({
      status: "registration_required",
      totals: null,
      total_source_event_count: 5,
      included_source_event_count: null,
      jurisdiction_count: 0,
    });
    expect(jurisdictions.map(({ union_oss: union, ioss }) => [union, ioss?.totals])).toEqual([
      [null, expect.objectContaining({ payable_vat_minor: 190 })],
    ]);
    expect(warnings).toEqual([]);
  });

  it("does not add kroner to euro", () => {
    const danish = makeMonth([importTally({}, 1_000, 200)], {
      registrations: [importRegistration({ member_state_identification: "DK" })],
      rates: [ratesOf("2025-08", { DKK: "7.5" })],
    });
    const [germany] = previewOf(UNION, [july, danish]).jurisdictions;
    expect(germany?.ioss).toMatchObject({
      return_currency: null,
      totals: null,
      months: [{ return_currency: "EUR" }, { return_currency: "DKK" }],
    });
  });
});
