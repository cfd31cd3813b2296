import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Currency } from "../../../shared/core/money/money.ts";
import { convertedRow } from "../../../shared/returns/compute/conversion.ts";
import type { MemberStateCode } from "../../../shared/vat/reference-data/member-states.ts";
import { correctionTally, lineTally, ratesOf, reportOf } from "../../make/return-input.ts";

const Q3 = ratesOf("2025-Q3", { SEK: "11.0565", DKK: "7.4649", GBP: "0.8734", JPY: "173.76" });

test.for<[MemberStateCode, string, string, number]>([
  ["SE", "2025-Q3", "EUR", 10_000],
  ["PL", "2025-Q3", "EUR", 10_000],
  ["DK", "2025-Q3", "DKK", 74_649],
  ["XI", "2025-Q3", "GBP", 8_734],
  ["HR", "2022-Q4", "HRK", 75_345],
  ["HR", "2023-Q1", "EUR", 10_000],
])("a return to %s for %s is in %s", ([state, period, return_currency, amount]) => {
  const rates = period === "2025-Q3" ? [Q3] : [ratesOf(period, { SEK: "11" })];
  const tally = lineTally({ from_country: "FR" }, 10_000, 0);
  const preview = reportOf([tally], { state, period, rates });
  expect(preview).toMatchObject({ return_currency, totals: { taxable_minor: amount } });
});

test.for<[Currency, number, number]>([
  ["JPY", 17_376, 10_000],
  ["JPY", 1, 1],
  ["SEK", 110_565, 10_000],
  ["GBP", 8_734, 10_000],
])("%s %i minor units are %i cents", ([currency, amount, cents]) => {
  const { rows } = reportOf([lineTally({ currency }, amount, 0)], { rates: [Q3] });
  expect(rows).toMatchObject([{ taxable_amount_minor: cents }]);
});

it("a currency of three decimals converts by its thousandths", () => {
  const rates = [ratesOf("2025-Q3", { KWD: "0.3580" })];
  const { rows } = reportOf([lineTally({ currency: "KWD" }, 3_580, 358)], { rates });
  expect(rows).toMatchObject([{ taxable_amount_minor: 1_000, vat_amount_minor: 100 }]);
});

describe("a row", () => {
  const rates = [ratesOf("2025-Q3", { SEK: "2.5", DKK: "2.5" })];

  it("adds its currencies before it rounds, once", () => {
    // 0.4 + 0.4 + 0 cents: rounded one by one they would be nothing.
    const tallies = (["SEK", "DKK", "EUR"] as const).map((currency) =>
      lineTally({ currency }, currency === "EUR" ? 0 : 1, 0),
    );
    const { rows } = reportOf(tallies, { rates });
    expect(rows).toMatchObject([{ taxable_amount_minor: 1, event_count: 3 }]);
  });

  it("of the opposite amounts is the opposite row", () => {
    const currency = fc.constantFrom("EUR", "SEK", "DKK", "JPY", "GBP");
    const amount = fc.bigInt({ min: -1_000_000_000_000n, max: 1_000_000_000_000n });
    const sums = fc.array(fc.record({ currency, taxable: amount, vat: amount }), { minLength: 1 });
    fc.assert(
      fc.property(sums, fc.constantFrom("EUR", "DKK", "GBP"), (all, returnCurrency) => {
        const row = (sign: bigint) =>
          convertedRow(
            all.map((one) => ({
              key: "",
              count: 1n,
              currency: one.currency,
              taxable: sign * one.taxable,
              vat: sign * one.vat,
            })),
            Q3,
            returnCurrency,
          );
        const [there, back] = [row(1n), row(-1n)];
        expect(there.taxable_amount_minor + back.taxable_amount_minor).toBe(0);
        expect(there.vat_amount_minor + back.vat_amount_minor).toBe(0);
      }),
    );
  });
});

describe("a missing rate", () => {
  const warning = (count: number) => [{ code: "missing_exchange_rate_excluded", count }];

  it("excludes the sums of that currency alone", () => {
    const tallies = [lineTally({ currency: "AED" }, 100, 19, 4), lineTally({}, 100, 19)];
    const preview = reportOf(tallies, { rates: [Q3] });
    expect(preview).toMatchObject({ warnings: warning(4), included_source_event_count: 1 });
  });

  it("of the return currency excludes all others", () => {
    const tallies = [
      lineTally({ from_country: "DK" }, 100, 19, 2),
      lineTally({ from_country: "DK", currency: "SEK" }, 100, 19, 3),
      lineTally({ from_country: "DK", currency: "DKK" }, 100, 19),
    ];
    const rates = [ratesOf("2025-Q3", { SEK: "11.0565" })];
    const preview = reportOf(tallies, { state: "DK", rates });
    expect(preview).toMatchObject({ warnings: warning(5), rows: [{ taxable_amount_minor: 100 }] });
  });

  it("of a corrected quarter is not made up for by today's", () => {
    const tallies = [
      correctionTally({ currency: "SEK" }, -100, -19, 2),
      lineTally({ currency: "SEK" }, 1_000, 190),
    ];
    const preview = reportOf(tallies, { rates: [Q3, ratesOf("2025-Q2")] });
    expect(preview).toMatchObject({ warnings: warning(2), corrections: [] });
  });

  it("that nobody looked for is a bug, not an exclusion", () => {
    const tallies = [correctionTally({ currency: "SEK" }, -100, -19)];
    expect(() => reportOf(tallies, { rates: [Q3] })).toThrow("rates of 2025-Q2 were not loaded");
  });
});

describe("the exchange rates of a return", () => {
  const Q2 = ratesOf("2025-Q2", { SEK: "11.1465", DKK: "7.4609" });
  const sek = { currency: "SEK" as const, rate: "11.0565", date: "2025-09-30", period: "2025-Q3" };
  const dkk = { currency: "DKK" as const, rate: "7.4649", date: "2025-09-30", period: "2025-Q3" };

  it("are none where nothing is converted", () => {
    expect(reportOf([lineTally({}, 1, 1)], { rates: [Q3] }).exchange_rates).toEqual([]);
  });

  it("name each currency once, and not the euro", () => {
    const tallies = [
      lineTally({ currency: "SEK" }, 1, 1),
      lineTally({ currency: "SEK", consumption_country: "FR" }, 1, 1),
      lineTally({}, 1, 1),
    ];
    expect(reportOf(tallies, { rates: [Q3] }).exchange_rates).toEqual([sek]);
  });

  it("name the return currency, and each corrected quarter's", () => {
    const tallies = [
      lineTally({ from_country: "DK", currency: "SEK" }, 1, 1),
      correctionTally({ currency: "EUR" }, -1, -1),
    ];
    const { exchange_rates } = reportOf(tallies, { state: "DK", rates: [Q3, Q2] });
    expect(exchange_rates).toEqual([
      { currency: "DKK" as const, rate: "7.4609", date: "2025-06-30", period: "2025-Q2" },
      dkk,
      sek,
    ]);
  });

  it("name an ended currency by its fixed rate", () => {
    const rates = [ratesOf("2022-Q4", { SEK: "11.1663" })];
    const tally = lineTally({ from_country: "FR", currency: "HRK" }, 753_450, 0);
    const preview = reportOf([tally], { period: "2022-Q4", rates });
    expect(preview.totals.taxable_minor).toBe(100_000);
    expect(preview.exchange_rates).toEqual([
      { currency: "HRK" as const, rate: "7.53450", date: "2023-01-01", period: "2022-Q4" },
    ]);
  });
});
