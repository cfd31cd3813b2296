import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { type Currency, exponentOf } from "../../../../shared/core/money/money.ts";
import { smeEligibility, thresholdOn } from "../../../../shared/vat/sme/eligibility.ts";
import { Eligibility } from "../../../../shared/vat/sme/schema.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";

const day = (text: string) => text as IsoDate;
const TODAY = day("2026-11-21");

const check = (country: string, currency: Currency, annual_turnover_nac: number, when?: string) =>
  smeEligibility(
    { country, currency, annual_turnover_nac, ...(when ? { reference_date: day(when) } : {}) },
    TODAY,
    BUILT_IN_RATES,
  );

describe("a turnover", () => {
  test.for([
    ["DE", "EUR", 0, true, 0],
    ["DE", "EUR", 2_499_999, true, 0],
    ["DE", "EUR", 2_500_000, true, 0],
    ["DE", "EUR", 2_500_001, false, 1],
    ["HU", "HUF", 2_000_000_000, true, 0],
    ["HU", "HUF", 2_000_000_001, false, 1],
    ["DK", "DKK", 5_000_001, false, 1],
    ["SE", "SEK", 12_000_000, true, 0],
    ["EL", "EUR", 1_000_000, true, 0],
    ["FR", "EUR", 9_000_000, false, 500_000],
    ["PL", "PLN", Number.MAX_SAFE_INTEGER, false, Number.MAX_SAFE_INTEGER - 24_000_000],
  ] as const)(
    "%s, %s %i: eligible %s, exceeded by %i",
    ([country, currency, turnover, ok, over]) => {
      expect(check(country, currency, turnover)).toMatchObject({
        eligible_for_exemption: ok,
        exceeded_by_nac: over,
      });
    },
  );

  it("is eligible or exceeds, and the excess brings it back to the threshold", () => {
    const country = fc.constantFrom("AT", "BG", "CZ", "DE", "DK", "EL", "HU", "IE", "PL", "SE");
    fc.assert(
      fc.property(country, fc.nat({ max: 10_000_000_000 }), (code, turnover) => {
        const { currency = "EUR", exemption_threshold_nac = 0 } =
          thresholdOn(code, TODAY, BUILT_IN_RATES) ?? {};
        const answer = check(code, currency, turnover);
        expect(answer.eligible_for_exemption).toBe(answer.exceeded_by_nac === 0);
        const limit = exemption_threshold_nac * 10 ** (exponentOf(currency) ?? Number.NaN);
        expect(turnover - answer.exceeded_by_nac).toBe(Math.min(turnover, limit));
        expect(check(code, currency, turnover - answer.exceeded_by_nac)).toMatchObject({
          eligible_for_exemption: true,
        });
      }),
    );
  });
});

describe("the reference date", () => {
  test.for([
    ["BG", "BGN", "2025-12-31", 100_000],
    ["BG", "EUR", "2026-01-01", 51_130],
    ["HR", "HRK", "2022-12-31", 300_000],
    ["HR", "EUR", "2023-01-01", 39_817],
    ["DE", "EUR", "2021-07-01", 22_000],
    ["DE", "EUR", "2040-01-01", 25_000],
  ] as const)("%s in %s on %s: %i", ([country, currency, when, exemption_threshold_nac]) => {
    expect(check(country, currency, 1, when)).toMatchObject({
      reference_date: when,
      exemption_threshold_nac,
    });
  });

  it("is today unless given", () => {
    expect(check("DE", "EUR", 1).reference_date).toBe(TODAY);
  });
});

describe("the answer", () => {
  it("has every field, and the lower thresholds of sectors in addition to the main one", () => {
    const answer = check("IE", "EUR", 5_000_000);
    expect(Eligibility.parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({
      country: "IE",
      currency: "EUR" as const,
      annual_turnover_nac: 5_000_000,
      eligible_for_exemption: true,
      scheme_type: "Regular scheme",
      data_situation_on: "2025-01-01",
      policy: { one_national_annual_threshold: false },
    });
    expect(answer.sectorals.map((sectoral) => sectoral.exemption_threshold_nac)).toEqual([
      42_500, 42_500, 0,
    ]);
  });

  it("has no amount in euro where none is established", () => {
    expect(check("CZ", "CZK", 1, "2024-12-31").exemption_threshold_eur).toBeNull();
    expect(check("CZ", "CZK", 1).exemption_threshold_eur).toBe(78_849);
  });

  it("says what it leaves out", () => {
    const { disclaimer } = check("DE", "EUR", 1);
    expect(disclaimer).toContain("not tax advice");
    expect(disclaimer).toMatch(/cross-border scheme, .* is not evaluated/);
    expect(disclaimer).toMatch(/single sectors .* are not/);
  });
});

describe("a refusal", () => {
  test.for([
    ["ES", "EUR", "2026-11-21", "no_sme_data", "ES"],
    ["GR", "EUR", "2026-11-21", "no_sme_data", "Greece is EL"],
    ["US", "USD", "2026-11-21", "no_sme_data", "US"],
    ["XI", "GBP", "2026-11-21", "no_sme_data", "XI"],
    ["DE", "EUR", "2021-06-30", "no_sme_data", "2021-06-30"],
    ["ES", "USD", "2026-11-21", "no_sme_data", "ES"],
    ["PL", "EUR", "2026-11-21", "currency_mismatch", "PLN"],
    ["BG", "BGN", "2026-01-01", "currency_mismatch", "EUR"],
    ["BG", "EUR", "2025-12-31", "currency_mismatch", "BGN"],
    ["HR", "EUR", "2022-12-31", "currency_mismatch", "HRK"],
    ["HR", "HRK", "2023-01-01", "currency_mismatch", "EUR"],
  ] as const)("%s in %s on %s is %s", ([country, currency, when, code, expected]) => {
    const refused = () => check(country, currency, 1, when);
    expect(refused).toThrow(expect.objectContaining({ code }));
    expect(refused).toThrow(expected);
  });
});
