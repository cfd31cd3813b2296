import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/calendar/iso-date.ts";
import { FIXED_EURO_RATES } from "../../../shared/exchange-rates/fixed-euro-rates.ts";
import { exponentOf } from "../../../shared/money/currency.ts";
import { isMemberState } from "../../../shared/reference-data/member-states.ts";
import { NATIONAL_CURRENCIES } from "../../../shared/reference-data/national-currencies.ts";
import { nationalCurrencyOn } from "../../../shared/reference-data/national-currency.ts";
import { nationalEquivalents } from "../../../shared/threshold/national-equivalents.ts";

describe("NATIONAL_CURRENCIES", () => {
  it.for(NATIONAL_CURRENCIES)("$state, $currency: what other tables know of it", (row) => {
    expect(isMemberState(row.state)).toBe(true);
    // Ended currencies may leave the list of ISO 4217, and supplies of their time are still corrected.
    expect(exponentOf(row.currency)).toBe(2);
    const lastDay = (row.valid_to ?? "2026-11-21") as IsoDate;
    const equivalents = nationalEquivalents(lastDay).map(({ currency }) => currency);
    expect(equivalents).toContain(row.currency);
  });

  it("have six significant figures where the Council has fixed a rate", () => {
    expect(FIXED_EURO_RATES).toEqual([
      { currency: "BGN", rate: "1.95583", valid_from: "2026-01-01" },
      { currency: "HRK", rate: "7.53450", valid_from: "2023-01-01" },
    ]);
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
