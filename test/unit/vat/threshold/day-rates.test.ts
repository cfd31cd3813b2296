import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { type IsoDate, plusDays } from "../../../../shared/core/calendar/dates.ts";
import type { Currency } from "../../../../shared/core/money/money.ts";
import { type EcbDay, parseEcbCsv } from "../../../../shared/vat/exchange-rates/ecb-csv.ts";
import {
  type DayRates,
  publicationDaysFor,
  quoteOn,
} from "../../../../shared/vat/threshold/day-sums.ts";

const HISTORY = new URL("../../../../shared/vat/reference-data/ecb-history.csv", import.meta.url);
const shipped = parseEcbCsv(readFileSync(HISTORY, "utf8"));
const TODAY = "2026-11-21" as IsoDate;
const knownOn = (today: IsoDate, ecbDays: readonly EcbDay[]): DayRates => ({
  today,
  days: new Map(ecbDays.map(({ day, rates }) => [day, rates])),
});
const history = knownOn(TODAY, shipped);
const published = (day: string, currency: Currency) => history.days.get(day as IsoDate)?.[currency];

describe("quoteOn", () => {
  test.for([
    ["2025-03-14", "USD", published("2025-03-14", "USD"), "a Friday"],
    ["2025-03-16", "USD", published("2025-03-14", "USD"), "a Sunday: Friday's"],
    ["2024-04-01", "PLN", published("2024-03-28", "PLN"), "Easter Monday: Maundy Thursday's"],
    ["2025-01-01", "SEK", published("2024-12-31", "SEK"), "New Year: New Year's Eve's"],
    ["2022-12-31", "HRK", published("2022-12-30", "HRK"), "the kuna's last day"],
    ["2023-01-01", "HRK", "7.53450", "ended: irrevocable, not that of 30 December"],
    ["2025-12-31", "BGN", "1.9558", "the lev's last day"],
    ["2026-01-02", "BGN", "1.95583", "ended"],
    ["2022-03-01", "RUB", published("2022-03-01", "RUB"), "the last rouble"],
    ["2026-11-01", "USD", published("2026-10-30", "USD"), "the Sunday after the shipped history"],
    ["2026-11-15", "EUR", "1", "the euro needs no rate"],
  ] as const)("%s: %s is %s (%s)", ([day, currency, rate]) => {
    expect(rate).toBeDefined();
    expect(quoteOn(day as IsoDate, currency, history)).toEqual({ currency, rate });
  });

  test.for([
    ["2022-03-02", "RUB", "suspended: yesterday's rate does not live on"],
    ["2026-11-02", "USD", "a day of publication that is not known: a hole is not bridged"],
    ["2026-11-20", "USD", "three weeks into the hole"],
    ["2017-12-29", "USD", "before the shipped history"],
    ["2025-03-14", "AED", "never quoted"],
  ])("%s: %s has none (%s)", ([day, currency]) => {
    expect(quoteOn(day as IsoDate, currency as Currency, history)).toBeUndefined();
  });

  it("has the rate of the day itself for every day of publication", () => {
    for (const { day, rates } of shipped.slice(-300)) {
      expect(quoteOn(day, "USD", history)?.rate).toBe(rates["USD"]);
    }
  });
});

describe("quoteOn, today", () => {
  const friday = { USD: "1.10" };
  const monday = { USD: "1.20" };
  const at = (today: string, days: Record<string, Record<string, string>>) =>
    ({ today, days: new Map(Object.entries(days)) }) as unknown as DayRates;

  test.for([
    ["2026-11-23", "2026-11-23", { "2026-11-20": friday }, "1.10", "before publication"],
    ["2026-11-23", "2026-11-23", { "2026-11-20": friday, "2026-11-23": monday }, "1.20", "after"],
    ["2026-11-24", "2026-11-23", { "2026-11-20": friday }, "1.10", "tomorrow's sale"],
    ["2026-11-22", "2026-11-23", { "2026-11-20": friday }, "1.10", "yesterday, a Sunday"],
    ["2026-11-23", "2026-11-24", { "2026-11-20": friday }, undefined, "yesterday's never came"],
    ["2026-11-23", "2026-11-23", { "2026-11-19": friday }, undefined, "nor did Friday's"],
  ] as const)("a sale of %s on %s with %j: %s (%s)", ([day, today, days, rate]) => {
    expect(quoteOn(day as IsoDate, "USD", at(today, days))?.rate).toBe(rate);
  });
});

describe("publicationDaysFor", () => {
  it("is nothing for no days", () => {
    expect(publicationDaysFor([], TODAY)).toBeUndefined();
  });

  it("spans every day that a quote looks at, for each day of a year as today", () => {
    for (let n = 0; n < 366; n += 1) {
      const today = plusDays("2025-01-01" as IsoDate, n);
      const sold = [plusDays(today, 1), plusDays(today, -9), today];
      const span = publicationDaysFor(sold, today);
      const known = shipped.filter(({ day }) => day <= today).slice(0, n % 2 ? -1 : undefined);
      const within = known.filter(({ day }) => span && span.from <= day && day <= span.to);
      const [all, some] = [knownOn(today, known), knownOn(today, within)];
      for (const day of sold) expect(quoteOn(day, "USD", some)).toEqual(quoteOn(day, "USD", all));
    }
  });
});
