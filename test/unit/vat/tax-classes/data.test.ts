import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, it, test } from "vitest";
import { classWindows } from "../../../../scripts/reference-data/class-windows.ts";
import { classRows } from "../../../../scripts/reference-data/public-tables.ts";
import { type IsoDate, plusDays } from "../../../../shared/core/calendar/dates.ts";
import { MEMBER_STATES } from "../../../../shared/vat/reference-data/member-states.ts";
import {
  RATES_COMPLETE_FROM,
  RATES_SEEN_TO,
} from "../../../../shared/vat/reference-data/vat-rates.ts";
import { TAX_CLASSES } from "../../../../shared/vat/tax-classes/catalogue.ts";
import { classRateOn, RATED_STATES } from "../../../../shared/vat/tax-classes/class-rates.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";

const text = (name: string) =>
  readFileSync(new URL(`../../../../shared/vat/reference-data/${name}`, import.meta.url), "utf8");

const sources = classRows(text("tax-classes.json"));
const windows = classWindows(text("standard-rates.csv"), text("tax-rates.csv"));
const day = (text: string) => text as IsoDate;

/** The catalogue of the interface specification; the three in brackets there are our choice. */
const GROUPS: Record<string, string[]> = {
  General: ["standard"],
  "Food & Beverages": ["food", "food_restaurant"],
  "Health & Pharmaceutical": ["pharma", "medical_devices", "medical_dental"],
  "Books & Publications": ["books", "newspapers", "periodicals"],
  "Culture & Entertainment": [
    "admission_cultural",
    "admission_sports",
    "broadcasting",
    "writers_composers",
  ],
  "Accommodation & Transport": ["accommodation", "transport_passengers"],
  "Energy & Utilities": [
    "electricity",
    "natural_gas",
    "district_heating",
    "water_supply",
    "solar_panels",
  ],
  Agriculture: ["agricultural_inputs"],
  Children: ["children_clothing", "children_car_seats"],
  "Domestic & Local Services": [
    "domestic_care",
    "hairdressing",
    "waste_collection",
    "funeral_services",
    "window_cleaning",
  ],
  "Housing & Renovation": ["renovation_housing", "social_housing"],
  "Repair Services": ["repair_clothing", "repair_shoes", "repair_bicycles", "bicycles"],
  "Art & Collectibles": ["art_original", "art_collectibles"],
  Plants: ["plants_flowers"],
};

describe("the catalogue", () => {
  it("has the 37 classes of 14 groups", () => {
    const groups = Object.groupBy(TAX_CLASSES, ({ group_name }) => group_name);
    const ids = Object.entries(groups).map(([name, own = []]) => [name, own.map(({ id }) => id)]);
    expect(Object.fromEntries(ids)).toEqual(GROUPS);
    expect(new Set(TAX_CLASSES.map(({ id }) => id)).size).toBe(37);
    expect(new Set(TAX_CLASSES.map(({ group_slug }) => group_slug)).size).toBe(14);
  });

  it("shows what its source says", () => {
    const views = sources.map(
      ({ tedb_category, tedb_categories, annex_iii_point, mapping_note, ...row }) => row,
    );
    expect(TAX_CLASSES).toEqual(views);
  });

  it("has a first category for a refresh to ask for, of every class but the standard rate", () => {
    for (const { id, tedb_category, tedb_categories } of sources) {
      expect(tedb_categories[0] ?? null).toBe(tedb_category);
      expect(tedb_category === null).toBe(id === "standard");
    }
  });
});

describe("the tables", () => {
  it("cover every class in the Member States", () => {
    const codes = MEMBER_STATES.map(({ code }) => code).filter((code) => code !== "XI");
    expect(RATED_STATES).toEqual(codes);
    const rated = new Set(windows.map(({ class_id }) => class_id));
    expect([...rated].sort()).toEqual(TAX_CLASSES.map(({ id }) => id).sort());
  });

  it("answer with each row of the source on its first and its last day, and not the day before", () => {
    for (const row of windows) {
      const rate_on = (when: string) =>
        classRateOn(row.class_id, row.country, day(when), BUILT_IN_RATES);
      const window = {
        rate_bps: row.rate_bps,
        valid_from: row.valid_from,
        valid_to: row.valid_to,
      };
      expect(rate_on(row.valid_from)).toEqual(window);
      expect(rate_on(row.valid_to ?? "9998-12-31")).toEqual(window);
      expect(rate_on(plusDays(row.valid_from, -1))?.valid_from).not.toBe(row.valid_from);
    }
  });

  it.for(RATED_STATES)("leave no class of %s without a rate since they are complete", (country) => {
    for (const { id } of TAX_CLASSES) {
      for (let next: IsoDate | null = day(RATES_COMPLETE_FROM); next; ) {
        const window = classRateOn(id, country, next, BUILT_IN_RATES);
        if (!window) throw new Error(`${id} has no rate on ${next}`);
        expect(window.valid_to === null || window.valid_to >= next).toBe(true);
        next = window.valid_to && plusDays(window.valid_to, 1);
      }
    }
  });

  it("say of every rate that is not established what is known instead", () => {
    const rows = parse<Record<string, string>>(text("tax-rates.csv"), { columns: true });
    const unproven = rows.filter(({ confidence }) => confidence === "low");
    expect(unproven.length).toBeGreaterThan(0);
    expect(unproven.filter(({ note }) => note === "")).toEqual([]);
  });

  it("tax no class above the standard rate of the day", () => {
    for (const { class_id, country, valid_from } of windows) {
      const from = valid_from < RATES_COMPLETE_FROM ? day(RATES_COMPLETE_FROM) : valid_from;
      const standard = classRateOn("standard", country, from, BUILT_IN_RATES)?.rate_bps ?? 0;
      expect(classRateOn(class_id, country, from, BUILT_IN_RATES)?.rate_bps).toBeLessThanOrEqual(
        standard,
      );
    }
  });
});

/** Standard rates in force on 2021-07-01 and since; those with one row have not changed. */
const STANDARD: Record<string, [from: string, rate_bps: number][]> = {
  AT: [["2021-07-01", 2000]],
  BE: [["2021-07-01", 2100]],
  BG: [["2021-07-01", 2000]],
  CY: [["2021-07-01", 1900]],
  CZ: [["2021-07-01", 2100]],
  DE: [["2021-01-01", 1900]],
  DK: [["2021-07-01", 2500]],
  EE: [
    ["2021-07-01", 2000],
    ["2024-01-01", 2200],
    ["2025-07-01", 2400],
  ],
  ES: [["2021-07-01", 2100]],
  FI: [
    ["2021-07-01", 2400],
    ["2024-09-01", 2550],
  ],
  FR: [["2021-07-01", 2000]],
  EL: [["2021-07-01", 2400]],
  HR: [["2021-07-01", 2500]],
  HU: [["2021-07-01", 2700]],
  IE: [["2021-03-01", 2300]],
  IT: [["2021-07-01", 2200]],
  LT: [["2021-07-01", 2100]],
  LU: [
    ["2021-07-01", 1700],
    ["2023-01-01", 1600],
    ["2024-01-01", 1700],
  ],
  LV: [["2021-07-01", 2100]],
  MT: [["2021-07-01", 1800]],
  NL: [["2021-07-01", 2100]],
  PL: [["2021-07-01", 2300]],
  PT: [["2021-07-01", 2300]],
  RO: [
    ["2021-07-01", 1900],
    ["2025-08-01", 2100],
  ],
  SE: [["2021-07-01", 2500]],
  SI: [["2021-07-01", 2200]],
  SK: [
    ["2021-07-01", 2000],
    ["2025-01-01", 2300],
  ],
};

test.for(Object.entries(STANDARD))("the standard rate of %s", ([country, changes]) => {
  for (const [at, [from, rate_bps]] of changes.entries()) {
    const last = changes[at + 1] ? plusDays(day(changes[at + 1]?.[0] ?? ""), -1) : RATES_SEEN_TO;
    for (const when of [from, last]) {
      expect(classRateOn("standard", country, day(when), BUILT_IN_RATES)?.rate_bps).toBe(rate_bps);
    }
  }
});

/** Changes of the law since mid-2025 and others worth a sentinel: [country, class, first day, before, since]. */
const CHANGES: [string, string, string, number, number][] = [
  ["IT", "art_original", "2025-07-01", 1000, 500],
  ["IT", "art_collectibles", "2025-07-01", 2200, 500],
  ["PT", "solar_panels", "2025-07-01", 600, 2300],
  ["RO", "food", "2025-08-01", 900, 1100],
  ["RO", "books", "2025-08-01", 500, 1100],
  ["RO", "medical_devices", "2025-08-01", 0, 2100],
  ["FR", "solar_panels", "2025-10-01", 2000, 550],
  ["DE", "food_restaurant", "2026-01-01", 1900, 700],
  ["FI", "food", "2026-01-01", 1400, 1350],
  ["FI", "books", "2026-01-01", 1400, 1350],
  ["LT", "accommodation", "2026-01-01", 900, 1200],
  ["LT", "transport_passengers", "2026-01-01", 900, 1200],
  ["LT", "books", "2026-01-01", 900, 500],
  ["LT", "district_heating", "2026-01-01", 900, 2100],
  ["NL", "accommodation", "2026-01-01", 900, 2100],
  ["BE", "accommodation", "2026-03-01", 600, 1200],
  ["FR", "waste_collection", "2026-03-01", 1000, 550],
  ["ES", "electricity", "2026-03-22", 2100, 1000],
  ["ES", "natural_gas", "2026-03-22", 2100, 1000],
  ["ES", "electricity", "2026-10-01", 1000, 2100],
  ["SE", "food", "2026-04-01", 1200, 600],
  ["IE", "food_restaurant", "2026-07-01", 1350, 900],
  ["IE", "hairdressing", "2026-07-01", 1350, 900],
  ["EE", "accommodation", "2025-01-01", 900, 1300],
  ["CZ", "food", "2024-01-01", 1500, 1200],
  ["PL", "food", "2024-04-01", 0, 500],
  ["SK", "food", "2025-01-01", 2000, 1900],
];

test.for(CHANGES)("%s, %s: from %s on, %i bps become %i", ([country, id, from, before, since]) => {
  const rateOn = (when: IsoDate) => classRateOn(id, country, when, BUILT_IN_RATES)?.rate_bps;
  expect([rateOn(plusDays(day(from), -1)), rateOn(day(from))]).toEqual([before, since]);
});

/** What stayed, where a change was announced or is often reported. */
test.for([
  ["AT", "food", "2026-07-01", 1000],
  ["CZ", "pharma", "2026-09-01", 1200],
  ["LT", "food_restaurant", "2026-01-01", 2100],
  ["BE", "admission_cultural", "2026-03-01", 600],
  ["HR", "natural_gas", "2026-09-01", 500],
  ["CY", "electricity", "2026-09-01", 900],
  ["DK", "food", "2026-09-01", 2500],
  ["FR", "pharma", "2026-09-01", 210],
  ["ES", "pharma", "2026-09-01", 400],
  ["EL", "food", "2026-09-01", 1300],
  ["DK", "books", "2026-09-01", 2500],
  ["PT", "children_car_seats", "2026-09-01", 600],
] as const)("%s, %s: on %s still %i bps", ([country, id, when, rate_bps]) => {
  expect(classRateOn(id, country, day(when), BUILT_IN_RATES)?.rate_bps).toBe(rate_bps);
});

test.for(RATED_STATES)("medical care is exempt in %s", (country) => {
  expect(classRateOn("medical_dental", country, day("2026-09-01"), BUILT_IN_RATES)?.rate_bps).toBe(
    0,
  );
});
