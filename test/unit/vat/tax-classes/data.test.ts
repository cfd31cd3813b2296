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
import {
  classRateOn,
  RATED_STATES,
  windowsOf,
} from "../../../../shared/vat/tax-classes/class-rates.ts";
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

/** Notes for editors that name a rate: one of a source that is wrong, that has ended, or that was never adopted. */
const NOT_IN_FORCE = [
  "8% listed by TEDB",
  "Back to 12% after the temporary rate",
  "Covid 5% ended 2020-12-31 for the press",
  "Falls back to 13%",
  "No extension seen, nor a source that the 10% ended; not confirmed (searched again 2026-11-22)",
  "Other sources say 8%",
  "Single 5.5% row in TEDB from this window; legal day in early 2026 not confirmed",
  "Some press reports of 12% from 2026 are not borne out by the statute summary",
  "Stays at 10% after 2025",
  "TEDB also keeps an older 5% row",
  "TEDB carries the 4% list without detail",
  "TEDB marks the category not applicable; parking-type 13.5% applies",
  "TEDB row is internet access at 5%",
  "Temporary 9% lapsed",
  "Temporary, in force until 2027-03-31; falls back to 13%",
  "The rise to 12% planned from 2026-03-01 was withdrawn",
  "marosavat lists 23%",
];

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
      const { class_id, country, rate_bps, valid_from, valid_to, applies_to } = row;
      const form = applies_to === "electronic" ? applies_to : "physical";
      const rate_on = (when: string) =>
        classRateOn(class_id, country, day(when), BUILT_IN_RATES, form);
      const window = { rate_bps, valid_from, valid_to, applies_to };
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

  it("cover electronic supplies without a gap, once they do, and of digital classes alone", () => {
    for (const { id, tags } of TAX_CLASSES) {
      for (const country of RATED_STATES) {
        const own = windowsOf(id, country, BUILT_IN_RATES, "electronic").toReversed();
        expect(own.length > 0).toBe(tags.includes("digital") || id === "standard");
        const rows = windows.filter((row) => row.class_id === id && row.country === country);
        const covered = rows.filter(({ applies_to }) => applies_to !== "physical");
        expect(own.map(({ valid_to }) => valid_to).sort()).toEqual(
          covered.map(({ valid_to }) => valid_to).sort(),
        );
      }
    }
  });

  it("tell every other rate that a note names to the reader, and leave to editors what is none", () => {
    const rows = parse<Record<string, string>>(text("tax-rates.csv"), { columns: true });
    const kept = rows.filter(({ note = "" }) => /\d ?%/.test(note)).map(({ note }) => note);
    expect([...new Set(kept)].sort()).toEqual(NOT_IN_FORCE);
    expect(rows.filter(({ rate_note }) => rate_note !== "").length).toBeGreaterThan(290);
  });

  it("have each standard rate confirmed by a second source, but that of Northern Ireland", () => {
    const rows = parse<Record<string, string>>(text("standard-rates.csv"), { columns: true });
    const unconfirmed = rows.filter(({ confirmed_by }) => !confirmed_by?.includes("2026-10-04"));
    expect(unconfirmed.map(({ country }) => country)).toEqual(["XI"]);
  });

  it("say of every rate that is not established what is known instead", () => {
    const rows = parse<Record<string, string>>(text("tax-rates.csv"), { columns: true });
    const unproven = rows.filter(({ confidence }) => confidence === "low");
    expect(unproven.length).toBeGreaterThan(0);
    expect(unproven.filter(({ note, rate_note }) => note === "" && rate_note === "")).toEqual([]);
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
