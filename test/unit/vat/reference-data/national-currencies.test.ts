import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { type IsoDate, plusDays } from "../../../../shared/core/calendar/dates.ts";
import { exponentOf } from "../../../../shared/core/money/money.ts";
import { FIXED_EURO_RATES } from "../../../../shared/vat/exchange-rates/period-rates.ts";
import { isMemberState } from "../../../../shared/vat/reference-data/member-states.ts";
import { NATIONAL_CURRENCIES } from "../../../../shared/vat/reference-data/national-currencies.ts";
import { nationalCurrencyOn } from "../../../../shared/vat/reference-data/national-currency.ts";
import { nationalEquivalents } from "../../../../shared/vat/threshold/day-sums.ts";

const HISTORY = new URL("../../../../shared/vat/reference-data/ecb-history.csv", import.meta.url);

const published = readFileSync(HISTORY, "utf8")
  .split("\n")
  .map((line) => line.split(","))
  .map(([day = "", currency, rate]) => ({ day, currency, rate }));

describe("NATIONAL_CURRENCIES", () => {
  it.for(NATIONAL_CURRENCIES)("$state, $currency: what other tables know of it", (row) => {
    expect(isMemberState(row.state)).toBe(true);
    // Ended currencies may leave the list of ISO 4217, and supplies of their time are still corrected.
    expect(exponentOf(row.currency)).toBe(2);
    const lastDay = (row.valid_to ?? "2026-11-21") as IsoDate;
    const equivalents = nationalEquivalents(lastDay).map(({ currency }) => currency);
    expect(equivalents).toContain(row.currency);
  });

  it.for([
    { currency: "BGN", rate: "1.95583", valid_from: "2026-01-01" },
    { currency: "HRK", rate: "7.53450", valid_from: "2023-01-01" },
  ])("$currency has the rate that the Council has fixed, from the changeover on", (fixed) => {
    expect(FIXED_EURO_RATES).toContainEqual(fixed);
  });
});

/** Holds for every entry into the euro, so that a further one is a line of the table and none here. */
describe.for(FIXED_EURO_RATES)("the fixed rate of $currency", ({ currency, rate, valid_from }) => {
  it("has six significant figures (Regulation (EC) No 1103/97, Art. 4)", () => {
    expect(rate.replace(".", "").replace(/^0+/, "")).toMatch(/^\d{6}$/);
  });

  it("is near the last one that the ECB published before", () => {
    const last = published.findLast((row) => row.currency === currency && row.day < valid_from);
    expect(Math.abs(Number(rate) / Number(last?.rate) - 1)).toBeLessThan(0.01);
  });

  it("holds from the day after the last one of the currency", () => {
    const row = NATIONAL_CURRENCIES.find(
      (nationalCurrency) => nationalCurrency.currency === currency,
    );
    expect(plusDays(row?.valid_to as IsoDate, 1)).toBe(valid_from);
  });
});

test.for([
  ["BG", "2025-12-31", "BGN"],
  ["BG", "2026-01-01", "EUR"],
  ["HR", "2022-12-31", "HRK"],
  ["HR", "2023-01-01", "EUR"],
  ["SE", "2026-11-21", "SEK"],
  ["XI", "2026-11-21", "GBP"],
  ["DE", "2026-11-21", "EUR"],
  ["EL", "2026-11-21", "EUR"],
] as const)("the currency of %s on %s is %s", ([state, day, currency]) => {
  expect(nationalCurrencyOn(state, day as IsoDate)).toBe(currency);
});
