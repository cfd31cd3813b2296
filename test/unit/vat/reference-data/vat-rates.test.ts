import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { classWindows } from "../../../../scripts/reference-data/class-windows.ts";
import {
  type ClassRateRow,
  classRateRows,
  type RateRow,
  rateRows,
} from "../../../../scripts/reference-data/rate-rows.ts";
import { holdsOn, type IsoDate, plusDays } from "../../../../shared/core/calendar/dates.ts";
import { MEMBER_STATES, toIsoCode } from "../../../../shared/vat/reference-data/member-states.ts";
import {
  RATES_COMPLETE_FROM,
  ratesInForce,
  standardRatesInForce,
} from "../../../../shared/vat/reference-data/vat-rates.ts";
import { TAX_CLASSES } from "../../../../shared/vat/tax-classes/catalogue.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";

const text = (name: string) =>
  readFileSync(new URL(`../../../../shared/vat/reference-data/${name}`, import.meta.url), "utf8");
const standard = rateRows(text("standard-rates.csv"));
const deviations = classRateRows(text("tax-rates.csv"));
const classes = classWindows(text("standard-rates.csv"), text("tax-rates.csv"));
const others = rateRows(text("other-rates.csv"));

type Row = { readonly valid_from: IsoDate; readonly valid_to: IsoDate | null };

const groups = <One extends Row>(rows: readonly One[], key: (row: One) => string) =>
  Object.entries(Object.groupBy(rows, key)) as [string, One[]][];
const ofPair = ({ class_id, country }: { class_id: string; country: string }) =>
  `${class_id} ${country}`;

const oldestFirst = <One extends Row>(rows: readonly One[]) =>
  rows.toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1));

/** Pairs and states whose rows leave a gap, overlap, or begin too late. */
const broken = <One extends Row>(grouped: readonly [string, One[]][]) =>
  grouped.filter(([, rows]) => {
    const inOrder = oldestFirst(rows);
    const follows = inOrder.every(
      ({ valid_to }, at) =>
        (valid_to && plusDays(valid_to, 1)) === (inOrder[at + 1]?.valid_from ?? null),
    );
    return !follows || (inOrder[0]?.valid_from ?? "") > RATES_COMPLETE_FROM;
  });

describe("standard-rates.csv", () => {
  it("has one rate a day of each Member State and Northern Ireland", () => {
    const states = groups(standard, ({ country }) => country);
    expect(states.map(([code]) => code).sort()).toEqual(MEMBER_STATES.map(({ code }) => code));
    expect(broken(states)).toEqual([]);
  });
});

describe("tax-rates.csv", () => {
  it("has every other class in every Member State", () => {
    const ids = TAX_CLASSES.map(({ id }) => id).filter((id) => id !== "standard");
    const codes = MEMBER_STATES.map(({ code }) => code).filter((code) => code !== "XI");
    const pairs = ids.flatMap((class_id) => codes.map((country) => ofPair({ class_id, country })));
    const there = groups(deviations, ofPair).map(([pair]) => pair);
    expect(there.sort()).toEqual(pairs.sort());
  });

  it("has one rate a pair and day: no gap and no overlap since it is complete", () => {
    for (const rows of [deviations, classes]) {
      const physical = rows.filter(({ applies_to }) => applies_to !== "electronic");
      expect(broken(groups(physical, ofPair))).toEqual([]);
    }
  });

  it("says standard where the rate is, so that it follows a change", () => {
    const isStandard = ({ country, rate_bps, valid_from, valid_to }: ClassRateRow) =>
      standard.some(
        (rate) =>
          rate.country === country &&
          rate.rate_bps === rate_bps &&
          holdsOn(rate, valid_from) &&
          holdsOn(rate, valid_to ?? "9998-12-31"),
      );
    expect(deviations.filter(isStandard)).toEqual([]);
  });
});

describe("other-rates.csv", () => {
  it("has windows that end after they begin, and none twice at once", () => {
    const ofRate = ({ country, rate_bps }: RateRow) => `${country} ${rate_bps}`;
    for (const [, rows] of groups(others, ofRate)) {
      const inOrder = oldestFirst(rows);
      for (const [at, { valid_from, valid_to }] of inOrder.entries()) {
        expect((valid_to ?? "9") >= valid_from).toBe(true);
        const next = inOrder[at + 1];
        if (next) expect((valid_to ?? "9") < next.valid_from).toBe(true);
      }
    }
  });
});

describe("rates-in-force.json", () => {
  it("is newest first and says nothing twice", () => {
    const inForce: Record<string, Record<string, number[]>> = JSON.parse(
      text("rates-in-force.json"),
    );
    for (const windows of Object.values(inForce)) {
      const days = Object.keys(windows);
      expect(days).toEqual([...days].sort().reverse());
      expect(days.at(-1)).toBe(RATES_COMPLETE_FROM);
      const sets = Object.values(windows).map(String);
      expect(sets.some((set, at) => set === sets[at + 1])).toBe(false);
    }
  });

  it("agrees with the rows on every day a rate changes, and the day before", () => {
    const rows = [...classes, ...others];
    const days = rows
      .flatMap(({ valid_from, valid_to }) => [valid_from, valid_to && plusDays(valid_to, 1)])
      .filter((day) => day !== null && day >= RATES_COMPLETE_FROM) as IsoDate[];
    for (const [code, own] of groups<RateRow>(rows, ({ country }) => country)) {
      for (const day of new Set(days.flatMap((change) => [plusDays(change, -1), change]))) {
        const expected = own.filter((row) => holdsOn(row, day)).map(({ rate_bps }) => rate_bps);
        const known = day >= RATES_COMPLETE_FROM ? new Set(expected) : undefined;
        expect(ratesInForce(code, day, BUILT_IN_RATES)).toEqual(known);
      }
    }
  });
});

describe("ratesInForce", () => {
  test.for([
    // 19 % is for sellers in Jungholz and Mittelberg alone; a seller in Germany has charged its own rate.
    ["AT", "2026-09-30", 1900, false],
    ["FI", "2024-08-31", 2400, true],
    ["FI", "2024-08-31", 2550, false],
    ["FI", "2024-09-01", 2550, true],
    ["FI", "2024-09-01", 2400, false],
    ["EE", "2025-06-30", 2200, true],
    ["EE", "2025-07-01", 2200, false],
    ["EE", "2025-07-01", 2400, true],
    ["RO", "2025-07-31", 1900, true],
    ["RO", "2025-08-01", 1900, false],
    ["LU", "2023-12-31", 1600, true],
    ["LU", "2024-01-01", 1600, false],
    ["SK", "2025-01-01", 2300, true],
    ["DE", "2026-09-30", 1900, true],
    ["DE", "2026-09-30", 2000, false],
    ["DE", "2026-09-30", 1600, false],
    ["EL", "2026-09-30", 2400, true],
    ["GR", "2026-09-30", 2400, true],
    ["HU", "2026-09-30", 1800, true],
    ["PT", "2026-09-30", 2200, true],
    ["XI", "2026-09-30", 2000, true],
    ["XI", "2026-09-30", 2100, false],
  ] as const)("%s, %s: %s bps %s", ([country, day, rate_bps, inForce]) => {
    expect(ratesInForce(country, day as IsoDate, BUILT_IN_RATES)?.has(rate_bps)).toBe(inForce);
  });

  test.for([
    ["DE", "2021-06-30"],
    ["XI", "2021-06-30"],
    ["US", "2026-09-30"],
    ["GB", "2026-09-30"],
    ["constructor", "2026-09-30"],
  ])("claims nothing of %s on %s", ([country, day]) => {
    expect(ratesInForce(country as string, day as IsoDate, BUILT_IN_RATES)).toBeUndefined();
  });

  it("knows a rate above zero of every Member State", () => {
    for (const { code } of MEMBER_STATES) {
      const rates = ratesInForce(code, RATES_COMPLETE_FROM as IsoDate, BUILT_IN_RATES);
      expect(Math.max(...(rates ?? []))).toBeGreaterThanOrEqual(1600);
      if (code !== "XI")
        expect(
          ratesInForce(toIsoCode(code), RATES_COMPLETE_FROM as IsoDate, BUILT_IN_RATES),
        ).toEqual(rates);
    }
  });
});

describe("standardRatesInForce", () => {
  const since = (day: IsoDate): IsoDate =>
    day < RATES_COMPLETE_FROM ? (RATES_COMPLETE_FROM as IsoDate) : day;
  const known = standard.filter(({ valid_to }) => !valid_to || valid_to >= RATES_COMPLETE_FROM);

  test.for(known.map((row) => [row.country, since(row.valid_from), row] as const))(
    "%s since %s is the highest rate in force, from its first to its last day",
    ([country, first, { rate_bps, valid_to }]) => {
      for (const day of [first, valid_to ?? first]) {
        expect(standardRatesInForce(country, day, BUILT_IN_RATES).usual).toBe(rate_bps);
      }
    },
  );

  test.for(["EL", "PT"])("regional ones of %s are rows of the table", (country) => {
    const { regional, usual } = standardRatesInForce(
      country,
      "2025-08-01" as IsoDate,
      BUILT_IN_RATES,
    );
    const rows = others.filter((row) => row.country === country).map((row) => row.rate_bps);
    expect(regional.length).toBeGreaterThan(0);
    for (const rate of regional) expect(rows).toContain(rate);
    expect(regional).not.toContain(usual);
  });

  it("claims nothing of days and countries it does not know", () => {
    expect(
      standardRatesInForce("DE", "2021-06-30" as IsoDate, BUILT_IN_RATES).usual,
    ).toBeUndefined();
    expect(
      standardRatesInForce("US", "2025-08-01" as IsoDate, BUILT_IN_RATES).usual,
    ).toBeUndefined();
  });
});
