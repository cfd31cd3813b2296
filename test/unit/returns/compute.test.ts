import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { PeriodKey } from "../../../shared/core/ids.ts";
import { type Currency, jsonInteger } from "../../../shared/core/money/money.ts";
import { checkKey } from "../../../shared/ledger/sums/sum.ts";
import {
  computeReturn,
  countryBreakdown,
  countsByState,
  openExclusions,
  statesOf,
} from "../../../shared/returns/compute/compute.ts";
import { requireReturn } from "../../../shared/returns/compute/status.ts";
import { IOSS } from "../../../shared/vat/schemes/ioss.ts";
import { SCHEMES } from "../../../shared/vat/schemes/schemes.ts";
import { UNION_OSS } from "../../../shared/vat/schemes/union-oss.ts";
import {
  computedReturn,
  correctionTally,
  excludedTally,
  lineTally,
  makeReturn,
  ratesOf,
  reportOf,
} from "../../make/return-input.ts";

const Q2 = ratesOf("2025-Q2", {});
const preview = (tallies: Parameters<typeof reportOf>[0]) => reportOf(tallies, { rates: [Q2] });

describe("a row that nets to nothing", () => {
  it("is not shown, and its events are included", () => {
    expect(preview([lineTally({}, 0, 0, 2)])).toMatchObject({
      rows: [],
      balances: [],
      warnings: [],
      total_source_event_count: 2,
      included_source_event_count: 2,
    });
  });

  it("is shown while either amount is left", () => {
    expect(preview([lineTally({}, 0, -40)]).rows).toMatchObject([{ vat_amount_minor: -40 }]);
    expect(preview([lineTally({}, 5, 0)]).rows).toMatchObject([{ taxable_amount_minor: 5 }]);
  });

  it("is not shown when its currencies cancel out", () => {
    const rates = [ratesOf("2025-Q3", { SEK: "10" })];
    const tallies = [lineTally({}, 100, 19), lineTally({ currency: "SEK" }, -1_000, -190)];
    expect(reportOf(tallies, { rates }).rows).toEqual([]);
  });

  it("is not shown among the corrections either", () => {
    expect(preview([correctionTally({}, 0, 0, 2)])).toMatchObject({
      corrections: [],
      included_source_event_count: 2,
    });
  });

  it("counts for nothing when no event is left in it", () => {
    expect(preview([lineTally({}, 0, 0, 0)]).total_source_event_count).toBe(0);
  });
});

describe("corrections", () => {
  it("are one entry for each quarter and Member State, by quarter", () => {
    const tallies = [
      correctionTally({ consumption_country: "FR" }, -10, -2),
      correctionTally({}, -100, -19),
      correctionTally({ original_period: "2024-Q4" as PeriodKey }, 7, 1),
      correctionTally({ currency: "SEK" }, -1_000, -190, 2),
    ];
    const rates = [ratesOf("2025-Q2", { SEK: "10" }), ratesOf("2024-Q4", {})];
    const { corrections, totals } = reportOf(tallies, { rates });
    expect(corrections.map((row) => Object.values(row))).toEqual([
      ["2024-Q4", "DE", 7, 1, 1],
      ["2025-Q2", "DE", -200, -38, 3],
      ["2025-Q2", "FR", -10, -2, 1],
    ]);
    expect(totals).toEqual({
      taxable_minor: 0,
      current_vat_minor: 0,
      correction_vat_minor: -39,
      payable_vat_minor: 0,
    });
  });

  it("lower the balance of their own Member State alone", () => {
    const tallies = [
      lineTally({}, 1_000, 190),
      lineTally({ consumption_country: "FR" }, 1_000, 200),
      correctionTally({ consumption_country: "FR" }, -2_000, -400),
    ];
    expect(preview(tallies)).toMatchObject({
      totals: { current_vat_minor: 390, correction_vat_minor: -400, payable_vat_minor: 190 },
      balances: [
        {
          member_state_of_consumption: "DE",
          payable_vat_minor: 190,
          included_in_grand_total: true,
        },
        {
          member_state_of_consumption: "FR",
          payable_vat_minor: -200,
          included_in_grand_total: false,
        },
      ],
    });
  });

  it("are shown by Member State, each its own", () => {
    const corrected = ["DE", "FR"].map((consumption_country, n) =>
      correctionTally({ consumption_country }, -10 - n, -2 - n),
    );
    const states = statesOf(preview(corrected));
    expect(states.map(({ corrections }) => corrections.map((row) => row.vat_amount_minor))).toEqual(
      [[-2], [-3]],
    );
  });

  it("include the late changes of the return, which it also names", () => {
    const change = {
      original_period: "2025-Q2" as PeriodKey,
      member_state_of_consumption: "DE",
      taxable_amount_minor: 5,
      vat_amount_minor: 1,
      event_count_difference: 1,
    };
    const input = { ...makeReturn([correctionTally({}, -5, 0)], { rates: [Q2] }), late: [change] };
    expect(requireReturn(computeReturn(input)).report).toMatchObject({
      corrections: [{ taxable_amount_minor: 0, vat_amount_minor: 1 }],
      late_changes: [change],
    });
  });

  it("that leave exactly nothing are in no total", () => {
    const { balances } = preview([lineTally({}, 100, 19), correctionTally({}, -100, -19)]);
    expect(balances).toMatchObject([{ payable_vat_minor: 0, included_in_grand_total: false }]);
  });
});

describe("warnings", () => {
  it.for(SCHEMES)("of $id come in the order of its rules, with their counts", (scheme) => {
    const codes = scheme.warning_codes;
    const tallies = codes.map((code, n) => excludedTally(code, n + 1)).toReversed();
    expect(reportOf(tallies, { scheme }).warnings).toEqual(
      codes.map((code, n) => ({ code, count: n + 1 })),
    );
  });

  it.for([
    [UNION_OSS, "excise_goods_excluded"],
    [IOSS, "unsupported_supply_kind_excluded"],
  ] as const)("of a code that is none of the scheme's are a bug: %s", ([scheme, code]) => {
    expect(() => reportOf([excludedTally(code, 1)], { scheme })).toThrow(RangeError);
  });
});

test.for([
  [0n, 0],
  [-5n, -5],
  [BigInt(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER],
  [-BigInt(Number.MAX_SAFE_INTEGER), -Number.MAX_SAFE_INTEGER],
] as const)("a sum of %s is a JSON number", ([sum, number]) => {
  expect(jsonInteger(sum)).toBe(number);
});

it("a sum beyond 2^53 is refused, not rounded", () => {
  const beyond = BigInt(Number.MAX_SAFE_INTEGER) + 1n;
  expect(() => jsonInteger(beyond)).toThrow(RangeError);
  expect(() => jsonInteger(-beyond)).toThrow(RangeError);
  expect(() => preview([lineTally({}, beyond, 0)])).toThrow(RangeError);
});

describe("any return", () => {
  const amount = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const state = fc.constantFrom("DE", "FR", "EL");
  const line = fc
    .tuple(fc.constantFrom("SE", "PL"), state, fc.constantFrom(1_900, 700), amount, amount)
    .map(([from_country, consumption_country, vat_rate_bps, taxable, vat]) =>
      lineTally({ from_country, consumption_country, vat_rate_bps }, taxable, vat),
    );
  const correction = fc
    .tuple(state, amount, amount)
    .map(([consumption_country, taxable, vat]) =>
      correctionTally({ consumption_country }, taxable, vat),
    );
  const tallies = fc.uniqueArray(fc.oneof(line, correction), {
    selector: ({ key }) => key,
    maxLength: 20,
  });

  it("is not lowered by another Member State's refund", () => {
    fc.assert(
      fc.property(tallies, fc.integer({ min: 1, max: 1_000_000 }), (all, refunded) => {
        const refund = correctionTally({ consumption_country: "AT" }, -refunded, -refunded);
        const [before, after] = [preview(all), preview([...all, refund])];
        expect(after.totals.payable_vat_minor).toBe(before.totals.payable_vat_minor);
        expect(after.totals.payable_vat_minor).toBeGreaterThanOrEqual(0);
        expect(after.totals.correction_vat_minor).toBe(
          before.totals.correction_vat_minor - refunded,
        );
      }),
    );
  });

  it("is the sum of its countries, to the cent", () => {
    fc.assert(
      fc.property(tallies, (all) => {
        const summary = preview(all);
        const { countries, totals } = countryBreakdown(summary);
        expect(totals).toEqual(summary.totals);
        expect(countries.map(({ balance }) => balance)).toEqual(summary.balances);
        expect(countries.flatMap(({ rows }) => rows)).toHaveLength(summary.rows.length);
        for (const name of Object.keys(totals) as (keyof typeof totals)[]) {
          const sum = countries.reduce((total, country) => total + country.totals[name], 0);
          expect(sum).toBe(totals[name]);
        }
      }),
    );
  });

  it("does not depend on the order of its sums", () => {
    fc.assert(
      fc.property(tallies, (all) => {
        expect(preview(all.toReversed())).toEqual(preview(all));
      }),
    );
  });
});

describe("a return", () => {
  it("lists balances by Member State, whatever the order of its rows", () => {
    const { rows, balances } = preview([
      lineTally({ consumption_country: "FR" }, 100, 20),
      lineTally({ consumption_country: "DE", from_country: "PL" }, 100, 19),
    ]);
    const states = (list: readonly { member_state_of_consumption: string }[]) =>
      list.map((one) => one.member_state_of_consumption);
    expect([states(rows), states(balances)]).toEqual([
      ["FR", "DE"],
      ["DE", "FR"],
    ]);
  });

  it("counts the checks of its events by code, and none without an event", () => {
    const check = (code: string, count: bigint) => ({
      key: checkKey(code),
      amounts: { event_count: count },
    });
    const made = computedReturn([
      check("rate_given_in_percent", 2n),
      check("location_evidence_differs", 1n),
      check("vat_on_b2b_sale", 0n),
      check("before_scheme", 3n),
      { key: checkKey("rate_not_in_force"), amounts: {} },
    ]);
    expect(made.checks).toEqual([
      { code: "before_scheme", severity: "blocking", count: 3 },
      { code: "location_evidence_differs", severity: "info", count: 1 },
      { code: "rate_given_in_percent", severity: "blocking", count: 2 },
    ]);
  });

  it("names the open exclusions alone as such", () => {
    const made = computedReturn([
      excludedTally("needs_review_excluded", 2),
      excludedTally("classification_excluded", 4),
    ]);
    expect(openExclusions(made)).toEqual([{ code: "needs_review_excluded", count: 2 }]);
  });

  it("counts events by Member State, also of rows that net to nothing", () => {
    const { sorted } = computedReturn(
      [
        lineTally({}, 0, 0, 2),
        lineTally({ consumption_country: "FR" }, 100, 20),
        correctionTally({}, -10, -2, 3),
      ],
      { rates: [Q2] },
    );
    expect([...countsByState(sorted)]).toEqual([
      ["DE", 5],
      ["FR", 1],
    ]);
  });
});

describe("the rows of a return", () => {
  it("have the standard rate first, though a reduced one may be higher for a while", () => {
    const reduced = { rate_category: "reduced", vat_rate_bps: 2_100 } as const;
    const { rows } = preview([lineTally(reduced, 100, 21), lineTally({}, 100, 19)]);
    expect(rows.map(({ rate_category }) => rate_category)).toEqual(["standard", "reduced"]);
  });
});

describe("the rates of a return", () => {
  const rates = [ratesOf("2025-Q3", { SEK: "10", CZK: "24", DKK: "7.5" })];
  const used = (currencies: Currency[], state: "SE" | "DK") =>
    reportOf(
      currencies.map((currency) => lineTally({ currency }, 1_000, 190)),
      { rates, state },
    ).exchange_rates.map(({ currency }) => currency);

  it("are those of the currencies that were converted, and of its own, by their codes", () => {
    expect(used(["SEK", "CZK", "EUR"], "SE")).toEqual(["CZK", "SEK"]);
    expect(used(["CZK", "SEK"], "SE")).toEqual(["CZK", "SEK"]);
    expect(used(["SEK", "DKK"], "DK")).toEqual(["DKK", "SEK"]);
  });

  it("are none where nothing was converted", () => {
    expect(used(["DKK"], "DK")).toEqual([]);
  });
});
