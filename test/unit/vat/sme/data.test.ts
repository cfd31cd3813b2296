import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { thresholdRows } from "../../../../scripts/reference-data/public-tables.ts";
import { type IsoDate, plusDays } from "../../../../shared/core/calendar/dates.ts";
import { FIXED_EURO_RATES } from "../../../../shared/vat/exchange-rates/period-rates.ts";
import { MEMBER_STATES } from "../../../../shared/vat/reference-data/member-states.ts";
import { nationalCurrencyOn } from "../../../../shared/vat/reference-data/national-currency.ts";
import { thresholdOn } from "../../../../shared/vat/sme/eligibility.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";

const text = (name: string) =>
  readFileSync(new URL(`../../../../shared/vat/reference-data/${name}`, import.meta.url), "utf8");

const rows = thresholdRows(text("sme-thresholds.json")).map((row) => ({
  ...row,
  currency: nationalCurrencyOn(row.country, row.valid_from),
}));
const byCountry = Object.groupBy(rows, ({ country }) => country);
const day = (text: string) => text as IsoDate;

/** A row says by its basis whether the fixed rate applies; an entry into the euro changes no older row. */
const BASIS =
  /^(?:national currency is the euro|no official equivalent established|fixed parity|computed at ECB rate of 2018-01-18 \([\d.]+\))$/;
const rateOfBasis = /^(?:fixed parity|computed at ECB rate of \S+ \(([\d.]+)\))$/;

const rateOf = ({ eur_basis, currency }: (typeof rows)[number]): string | undefined =>
  rateOfBasis.exec(eur_basis)?.[1] ??
  FIXED_EURO_RATES.find((fixed) => fixed.currency === currency)?.rate;

describe("sme-thresholds.json", () => {
  it("has every Member State but Spain, by the code of returns", () => {
    const others = MEMBER_STATES.map(({ code }) => code).filter((code) => !/ES|XI/.test(code));
    expect(Object.keys(byCountry).sort()).toEqual(others.sort());
  });

  it.for(Object.entries(byCountry))("%s: one threshold a day since 2021-07-01", ([, own = []]) => {
    const inOrder = own.toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1));
    expect(inOrder[0]?.valid_from).toBe("2021-07-01");
    for (const [at, { valid_to }] of inOrder.entries()) {
      expect(valid_to && plusDays(valid_to, 1)).toBe(inOrder[at + 1]?.valid_from ?? null);
    }
  });

  it("has the same amount in euro where that is the currency", () => {
    const inEuro = rows.filter(({ currency }) => currency === "EUR");
    expect(inEuro.length).toBeGreaterThan(0);
    for (const row of inEuro) expect(row.exemption_threshold_eur).toBe(row.exemption_threshold_nac);
  });

  it("says of each row what its amount in euro is based on", () => {
    for (const row of rows) {
      expect(row.eur_basis).toMatch(BASIS);
      expect(row.eur_basis === "national currency is the euro").toBe(row.currency === "EUR");
      expect(row.eur_basis === "no official equivalent established").toBe(
        row.exemption_threshold_eur === null,
      );
    }
  });

  it("converts at the rate that a row is based on, give or take rounding", () => {
    const based = rows.filter(({ eur_basis }) => rateOfBasis.test(eur_basis));
    expect(based.length).toBeGreaterThan(0);
    for (const row of based) {
      const inEuro = row.exemption_threshold_nac / Number(rateOf(row));
      expect(Math.abs(inEuro - (row.exemption_threshold_eur ?? 0))).toBeLessThan(2);
    }
  });

  it("stays within the EUR 85,000 that Art. 284 allows since 2025", () => {
    const since2025 = rows.filter(({ valid_from }) => valid_from >= "2025-01-01");
    for (const { exemption_threshold_eur } of since2025) {
      expect(exemption_threshold_eur).toBeLessThanOrEqual(85_000);
    }
  });

  it("has the situation of each row's first day, and sectors only with several thresholds", () => {
    for (const row of rows) {
      expect(row.data_situation_on).toBe(row.valid_from);
      if (row.sectorals.length > 0) expect(row.policy.one_national_annual_threshold).toBe(false);
    }
  });
});

describe("sme-in-force.json", () => {
  it("answers with each row on its first and its last day", () => {
    for (const row of rows) {
      const { exemption_threshold_nac, currency, data_situation_on } = row;
      for (const when of [row.valid_from, row.valid_to ?? day("9998-12-31")]) {
        const found = thresholdOn(row.country, when, BUILT_IN_RATES);
        expect(found).toMatchObject({ exemption_threshold_nac, currency, data_situation_on });
      }
    }
  });
});

/** [country, currency, day, whole units]: what each state's law says. */
test.for([
  ["AT", "EUR", "2024-12-31", 35_000],
  ["AT", "EUR", "2026-11-21", 55_000],
  ["BE", "EUR", "2026-11-21", 25_000],
  ["BG", "BGN", "2025-03-31", 166_000],
  ["BG", "BGN", "2025-12-31", 100_000],
  ["BG", "EUR", "2026-01-01", 51_130],
  ["CY", "EUR", "2026-11-21", 15_600],
  ["CZ", "CZK", "2022-12-31", 1_000_000],
  ["CZ", "CZK", "2026-11-21", 2_000_000],
  ["DE", "EUR", "2024-12-31", 22_000],
  ["DE", "EUR", "2025-01-01", 25_000],
  ["DK", "DKK", "2026-11-21", 50_000],
  ["EE", "EUR", "2026-11-21", 40_000],
  ["EL", "EUR", "2026-11-21", 10_000],
  ["FI", "EUR", "2025-01-01", 20_000],
  ["FR", "EUR", "2022-12-31", 85_800],
  ["FR", "EUR", "2026-11-21", 85_000],
  ["HR", "HRK", "2022-12-31", 300_000],
  ["HR", "EUR", "2023-01-01", 39_817],
  ["HR", "EUR", "2026-11-21", 60_000],
  ["HU", "HUF", "2025-12-31", 18_000_000],
  ["HU", "HUF", "2026-11-21", 20_000_000],
  ["IE", "EUR", "2026-11-21", 85_000],
  ["IT", "EUR", "2022-12-31", 65_000],
  ["IT", "EUR", "2026-11-21", 85_000],
  ["LT", "EUR", "2026-11-21", 45_000],
  ["LU", "EUR", "2026-11-21", 50_000],
  ["LV", "EUR", "2026-11-21", 50_000],
  ["MT", "EUR", "2026-11-21", 35_000],
  ["NL", "EUR", "2026-11-21", 20_000],
  ["PL", "PLN", "2025-12-31", 200_000],
  ["PL", "PLN", "2026-01-01", 240_000],
  ["PT", "EUR", "2026-11-21", 15_000],
  ["RO", "RON", "2025-08-31", 300_000],
  ["RO", "RON", "2025-09-01", 395_000],
  ["SE", "SEK", "2022-06-30", 30_000],
  ["SE", "SEK", "2022-07-01", 80_000],
  ["SE", "SEK", "2025-01-01", 120_000],
  ["SI", "EUR", "2026-11-21", 60_000],
  ["SK", "EUR", "2024-12-31", 49_790],
  ["SK", "EUR", "2026-11-21", 50_000],
] as const)("%s: %s on %s, %i", ([country, currency, when, exemption_threshold_nac]) => {
  expect(thresholdOn(country, day(when), BUILT_IN_RATES)).toMatchObject({
    currency,
    exemption_threshold_nac,
  });
});

test.for([
  ["ES", "2026-11-21"],
  ["GR", "2026-11-21"],
  ["XI", "2026-11-21"],
  ["GB", "2026-11-21"],
  ["DE", "2021-06-30"],
  ["constructor", "2026-11-21"],
] as const)("nothing of %s on %s", ([country, when]) => {
  expect(thresholdOn(country, day(when), BUILT_IN_RATES)).toBeUndefined();
});
