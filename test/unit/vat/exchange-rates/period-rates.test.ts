import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import {
  type IsoDate,
  monthOf,
  publicationDayOn,
  quarterOf,
} from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import type { Currency } from "../../../../shared/core/money/money.ts";
import { parseEcbCsv } from "../../../../shared/vat/exchange-rates/ecb-csv.ts";
import { periodRates, quoteFor } from "../../../../shared/vat/exchange-rates/period-rates.ts";

const HISTORY = new URL("../../../../shared/vat/reference-data/ecb-history.csv", import.meta.url);
const history = new Map(
  parseEcbCsv(readFileSync(HISTORY, "utf8")).map((ecbDay) => [ecbDay.day, ecbDay]),
);

function ratesOf(period: string) {
  const lastDay = (quarterOf(period) ?? monthOf(period))?.lastDay as IsoDate;
  const day = publicationDayOn(lastDay);
  return periodRates(period as PeriodKey, lastDay, day, history.get(day));
}

describe("quoteFor", () => {
  test.for([
    ["2022-Q4", "SEK", "11.1663", "2023-01-02", "the next publication, not 30 December"],
    ["2022-Q4", "USD", "1.0683", "2023-01-02", "the next publication"],
    ["2022-Q4", "HRK", "7.53450", "2023-01-01", "ended: the next publication has none"],
    ["2022-Q3", "HRK", "7.524", "2022-09-30", "still quoted"],
    ["2024-Q1", "PLN", "4.2938", "2024-04-02", "after Easter"],
    ["2025-Q4", "BGN", "1.9558", "2025-12-31", "the last day it was quoted"],
    ["2026-Q1", "BGN", "1.95583", "2026-01-01", "ended"],
    ["2026-Q1", "HRK", "7.53450", "2023-01-01", "ended long ago"],
    ["2026-01", "USD", history.get("2026-02-02" as IsoDate)?.rates["USD"], "2026-02-02", "a month"],
    ["2022-Q4", "EUR", "1", "2023-01-02", "the euro"],
  ] as const)("%s: %s is %s of %s (%s)", ([period, currency, rate, date]) => {
    expect(quoteFor(ratesOf(period), currency)).toEqual({ currency, rate, date });
  });

  test.for([
    ["2022-Q1", "RUB", "suspended, and never fixed"],
    ["2025-Q4", "AED", "never quoted"],
    ["2026-Q4", "USD", "that day is not in the table: nothing is filled forward"],
    ["2026-Q4", "CZK", "nor from any other day"],
    ["2026-Q1", "constructor", "no currency"],
  ] as const)("%s has no rate of %s: %s", ([period, currency]) => {
    expect(quoteFor(ratesOf(period), currency as Currency)).toBeUndefined();
  });

  it("still knows the euro and ended currencies where a day is missing", () => {
    const rates = ratesOf("2026-Q4");
    expect(rates).toMatchObject({ period: "2026-Q4", day: "2026-12-31" });
    expect(quoteFor(rates, "EUR")?.rate).toBe("1");
    expect([...rates.quotes.keys()].sort()).toEqual(["BGN", "HRK"]);
  });
});

describe("periodRates", () => {
  const of = (lastDay: string, day: string, published: string) =>
    periodRates("2022-Q4" as PeriodKey, lastDay as IsoDate, day as IsoDate, {
      day: published as IsoDate,
      rates: {},
    });

  it("refuses a day of publication before the period's end", () => {
    expect(() => of("2022-12-31", "2022-12-30", "2022-12-30")).toThrow(RangeError);
  });

  it("refuses rates of another day", () => {
    expect(() => of("2022-12-31", "2023-01-02", "2023-01-03")).toThrow(RangeError);
  });
});
