import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { toIsoCode, toReportCode } from "../../../../shared/vat/reference-data/member-states.ts";
import {
  searchCatalogue,
  TAX_CLASSES,
  taxClassDetail,
} from "../../../../shared/vat/tax-classes/catalogue.ts";
import { classRateOn, RATED_STATES } from "../../../../shared/vat/tax-classes/class-rates.ts";
import { CatalogueQuery } from "../../../../shared/vat/tax-classes/schema.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";

const day = (text: string) => text as IsoDate;
const TODAY = day("2026-11-21");

/** As a request would be. */
const search = (query: Record<string, string>, when = TODAY) =>
  searchCatalogue(CatalogueQuery.parse(query), when, BUILT_IN_RATES);
const idsOf = (query: Record<string, string>) => search(query).map(({ id }) => id);

describe("a search", () => {
  test.for<[Record<string, string>, string[]]>([
    [{ q: "bicycle" }, ["repair_bicycles", "bicycles"]],
    [{ q: "BICYCLES" }, ["repair_bicycles", "bicycles"]],
    [{ q: "repair_shoes" }, ["repair_shoes"]],
    [{ q: "shoes repair" }, ["repair_shoes"]],
    [{ q: "  wheelchairs  " }, ["medical_devices"]],
    [{ q: "whéelchairs" }, ["medical_devices"]],
    [{ q: "no such thing" }, []],
    [{ q: ".*" }, []],
    [{ group: "energy_utilities", tag: "renewable" }, ["solar_panels"]],
    [{ group: "plants" }, ["plants_flowers"]],
    [{ group: "Plants" }, []],
    [{ group: "nothing" }, []],
    [{ tag: "hospitality", q: "meals" }, ["food_restaurant"]],
    [{ tag: "constructor" }, []],
  ])("for %j finds %j", ([query, ids]) => expect(idsOf(query)).toEqual(ids));

  it("finds everything, in order, when nothing is asked", () => {
    const all = TAX_CLASSES.map(({ id }) => id);
    expect(idsOf({})).toEqual(all);
    expect(idsOf({ q: "" })).toEqual(all);
    expect(idsOf({ q: "   " })).toEqual(all);
  });

  it("finds each class by any part of its name, and never one that lacks the text", () => {
    const part = fc.constantFrom(...TAX_CLASSES).chain((taxClass) =>
      fc
        .tuple(fc.nat(taxClass.name.length - 1), fc.nat(taxClass.name.length))
        .map(([from, length]) => ({
          one: taxClass,
          q: taxClass.name.slice(from, from + length),
        })),
    );
    fc.assert(
      fc.property(part, ({ one, q }) => {
        const found = search({ q });
        expect(found.map(({ id }) => id)).toContain(one.id);
        for (const { id, name, description } of found) {
          for (const word of q.toLowerCase().split(/\s+/)) {
            expect(`${id} ${name} ${description}`.toLowerCase()).toContain(word);
          }
        }
      }),
    );
  });

  it("never finds more with one filter more", () => {
    const filter = <T>(values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const filters = fc.record({
      q: filter(["repair", "food", "of", "x"]),
      group: filter(["repair_services", "children"]),
      tag: filter(["goods", "services", "circular"]),
    });
    fc.assert(
      fc.property(filters, ({ q, group, tag }) => {
        const all = searchCatalogue({ q, group, tag }, TODAY, BUILT_IN_RATES).map(({ id }) => id);
        const sets = [{ q }, { group }, { tag }].map((one) =>
          searchCatalogue(one, TODAY, BUILT_IN_RATES),
        );
        const everywhere = TAX_CLASSES.map(({ id }) => id).filter((id) =>
          sets.every((set) => set.some((found) => found.id === id)),
        );
        expect(all).toEqual(everywhere);
      }),
    );
  });
});

describe("q", () => {
  it.for([
    ["120 letters", "a".repeat(120), true],
    ["121 letters", "a".repeat(121), false],
    ["120 emoji", "🧾".repeat(120), true],
    ["121 emoji", "🧾".repeat(121), false],
  ] as const)("of %s: %s", ([, q, taken]) => {
    expect(CatalogueQuery.safeParse({ q }).success).toBe(taken);
  });
});

describe("the preview rate", () => {
  const preview = (query: Record<string, string>, id: string, when = TODAY) =>
    search(query, when).find((one) => one.id === id);

  it("is absent without a country", () => {
    expect(search({}).some((one) => "preview_rate_bps" in one)).toBe(false);
  });

  it.for([
    ["DE", "food", "2026-11-21", 700],
    ["GR", "food", "2026-11-21", 1300],
    ["EL", "food", "2026-11-21", 1300],
    ["IE", "books", "2026-11-21", 0],
    ["DE", "food", "2021-07-01", 700],
    ["DE", "food", "2021-06-30", null],
    ["DE", "standard", "2021-06-30", 1900],
    ["DE", "standard", "2020-12-31", null],
    ["US", "food", "2026-11-21", null],
    ["XI", "food", "2026-11-21", null],
  ] as const)("of %s, %s on %s is %s", ([country, id, when, rate]) => {
    expect(preview({ country }, id, day(when))).toHaveProperty("preview_rate_bps", rate);
  });
});

describe("the rates of a class", () => {
  it("are those of all Member States, by code, each with its window", () => {
    const { rates } = taxClassDetail("accommodation", undefined, TODAY, BUILT_IN_RATES);
    expect(rates.map(({ country }) => country)).toEqual(RATED_STATES.map(toIsoCode).sort());
    expect(rates.find(({ country }) => country === "NL")).toEqual({
      country: "NL",
      rate_bps: 2100,
      valid_from: "2026-01-01T00:00:00Z",
      valid_to: null,
      applies_to: "physical",
      rate_note:
        "Camping pitches stay at 9 % (source: Belastingdienst, btw-logies, 2025-10-30; Belastingplan 2025 memorandum)",
    });
  });

  it("end on the first day on which the next one holds", () => {
    const on = (when: string) => taxClassDetail("standard", "LU", day(when), BUILT_IN_RATES).rates;
    const rate = (rate_bps: number, from: string, to: string | null) => [
      {
        country: "LU",
        rate_bps,
        valid_from: `${from}T00:00:00Z`,
        valid_to: to,
        applies_to: "any",
        rate_note: null,
      },
    ];
    expect(on("2022-12-31")).toEqual(rate(1700, "2015-01-01", "2023-01-01T00:00:00Z"));
    expect(on("2023-01-01")).toEqual(rate(1600, "2023-01-01", "2024-01-01T00:00:00Z"));
    expect(on("2023-12-31")).toEqual(rate(1600, "2023-01-01", "2024-01-01T00:00:00Z"));
    expect(on("2024-01-01")).toEqual(rate(1700, "2024-01-01", null));
  });

  it("are none where nothing is known, nor in Northern Ireland", () => {
    expect(taxClassDetail("standard", "XI", TODAY, BUILT_IN_RATES).rates).toEqual([]);
    expect(taxClassDetail("food", "US", TODAY, BUILT_IN_RATES).rates).toEqual([]);
    expect(taxClassDetail("food", undefined, day("2021-06-30"), BUILT_IN_RATES).rates).toEqual([]);
  });

  it("are in force on the day asked for, and the same as the previews", () => {
    const days = fc
      .date({ min: new Date("2019-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
      .map((date) => day(date.toISOString().slice(0, 10)));
    const ids = fc.constantFrom(...TAX_CLASSES.map(({ id }) => id));
    fc.assert(
      fc.property(ids, days, (id, when) => {
        for (const rate of taxClassDetail(id, undefined, when, BUILT_IN_RATES).rates) {
          const instant = `${when}T00:00:00Z`;
          expect(rate.valid_from <= instant).toBe(true);
          expect(rate.valid_to === null || instant < rate.valid_to).toBe(true);
          expect(classRateOn(id, toReportCode(rate.country), when, BUILT_IN_RATES)?.rate_bps).toBe(
            rate.rate_bps,
          );
        }
      }),
    );
  });

  it.for(["nope", "", "FOOD", "constructor", "food "])("are those of no class %j", (id) => {
    expect(() => taxClassDetail(id, undefined, TODAY, BUILT_IN_RATES)).toThrow("no such tax class");
  });
});
