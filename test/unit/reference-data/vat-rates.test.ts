import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import {
  type ClassWindow,
  COMPLETE_FROM,
  classWindows,
  jsonLines,
  otherWindows,
  ratesInForceOf,
  taxRatesOf,
  type Window,
} from "../../../scripts/reference-data/tax-rates-from-csv.ts";
import { type IsoDate, plusDays } from "../../../shared/calendar/iso-date.ts";
import { MEMBER_STATES, toReportCode } from "../../../shared/reference-data/member-states.ts";
import { ratesInForce } from "../../../shared/reference-data/vat-rates.ts";

const text = (name: string) =>
  readFileSync(new URL(`../../../shared/reference-data/${name}`, import.meta.url), "utf8");
const classes = classWindows(text("tax-rates.csv"));
const others = otherWindows(text("other-rates.csv"));

const groups = <Row extends Window>(rows: readonly Row[], key: (row: Row) => string) =>
  Object.entries(Object.groupBy(rows, key)) as [string, Row[]][];
const ofPair = ({ class_id, country }: ClassWindow) => `${class_id} ${country}`;

describe("tax-rates.csv", () => {
  it("has 37 classes in 27 Member States", () => {
    expect(new Set(classes.map(({ class_id }) => class_id)).size).toBe(37);
    const isoCodes = MEMBER_STATES.filter(({ code }) => code !== "XI").map(({ iso }) => iso);
    expect([...new Set(classes.map(({ country }) => country))].sort()).toEqual(isoCodes.sort());
    expect(groups(classes, ofPair)).toHaveLength(37 * 27);
  });

  it("has one rate a pair and day: no gap and no overlap since it is complete", () => {
    const broken = groups(classes, ofPair).filter(([, rows]) => {
      const inOrder = rows.toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1));
      const follows = inOrder.every((row, at) => row.valid_to === inOrder[at + 1]?.valid_from);
      return !follows || (inOrder[0]?.valid_from ?? "") > COMPLETE_FROM;
    });
    expect(broken).toEqual([]);
  });
});

describe("other-rates.csv", () => {
  it("has windows that end after they begin, and none twice at once", () => {
    for (const [, rows] of groups(others, ({ country, rate_bps }) => `${country} ${rate_bps}`)) {
      const inOrder = rows.toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1));
      for (const [at, { valid_from, valid_to }] of inOrder.entries()) {
        expect((valid_to ?? "9") > valid_from).toBe(true);
        const next = inOrder[at + 1];
        if (next) expect((valid_to ?? "9") <= next.valid_from).toBe(true);
      }
    }
  });
});

describe("the JSON tables", () => {
  it("are what the build script makes of the CSV files", () => {
    expect(text("tax-rates.json")).toBe(jsonLines(taxRatesOf(classes)));
    const all = ratesInForceOf([...classes, ...others]);
    expect(text("rates-in-force.json")).toBe(jsonLines(all));
  });

  it("are newest first and say nothing twice", () => {
    const inForce: Record<string, Record<string, number[]>> = JSON.parse(
      text("rates-in-force.json"),
    );
    for (const windows of Object.values(inForce)) {
      const days = Object.keys(windows);
      expect(days).toEqual([...days].sort().reverse());
      expect(days.at(-1)).toBe(COMPLETE_FROM);
      const sets = Object.values(windows).map(String);
      expect(sets.some((set, at) => set === sets[at + 1])).toBe(false);
    }
  });

  it("agree with the CSV rows on every day a rate changes, and the day before", () => {
    const days = [...classes, ...others]
      .flatMap(({ valid_from, valid_to }) => [valid_from, valid_to])
      .filter((day) => day !== undefined && day >= COMPLETE_FROM) as IsoDate[];
    for (const [code, rows] of groups([...classes, ...others], (row) =>
      toReportCode(row.country),
    )) {
      for (const day of new Set(days.flatMap((change) => [plusDays(change, -1), change]))) {
        const expected = rows
          .filter(({ valid_from, valid_to }) => valid_from <= day && day < (valid_to ?? "9"))
          .map(({ rate_bps }) => rate_bps);
        const known = day >= COMPLETE_FROM ? new Set(expected) : undefined;
        expect(ratesInForce(code, day)).toEqual(known);
      }
    }
  });
});

describe("ratesInForce", () => {
  test.for([
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
    expect(ratesInForce(country, day as IsoDate)?.has(rate_bps)).toBe(inForce);
  });

  test.for([
    ["DE", "2021-06-30"],
    ["XI", "2021-06-30"],
    ["US", "2026-09-30"],
    ["GB", "2026-09-30"],
    ["constructor", "2026-09-30"],
  ])("claims nothing of %s on %s", ([country, day]) => {
    expect(ratesInForce(country as string, day as IsoDate)).toBeUndefined();
  });

  it("knows a rate above zero of every Member State", () => {
    for (const { code, iso } of MEMBER_STATES) {
      const rates = ratesInForce(code, COMPLETE_FROM as IsoDate);
      expect(Math.max(...(rates ?? []))).toBeGreaterThanOrEqual(1600);
      if (code !== "XI") expect(ratesInForce(iso, COMPLETE_FROM as IsoDate)).toEqual(rates);
    }
  });
});
