import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { ratesOf } from "../../../../shared/ledger/calculate/calculate.ts";
import { MEMBER_STATES } from "../../../../shared/vat/reference-data/member-states.ts";
import {
  RATE_REGIONS,
  type RateRegion,
  rateRegionOf,
} from "../../../../shared/vat/reference-data/special-territories.ts";
import { standardRatesInForce } from "../../../../shared/vat/reference-data/vat-rates.ts";
import { TAX_CLASSES } from "../../../../shared/vat/tax-classes/catalogue.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";
import { errorOf, fieldsOf } from "../../../make/refusal.ts";

const rateOf = (
  charge: { tax_class_id?: string; vat_rate_bps?: number },
  state: string | undefined,
  day = "2025-08-01",
  region?: RateRegion,
) => {
  const at = { state, region, place: state ?? "US" };
  return withoutNote(charge, at, day);
};

function withoutNote(
  charge: { tax_class_id?: string; vat_rate_bps?: number },
  at: Parameters<typeof ratesOf>[1],
  day: string,
) {
  const charges = [{ ...charge, field: "tax_class_id" }];
  const [found] = ratesOf(charges, at, day as IsoDate, BUILT_IN_RATES);
  if (!found) throw new Error("no rate and no refusal");
  const { rate_note: _, ...rate } = found;
  return rate;
}

/** The rate of a class for an electronic service. */
const electronic = (
  charge: { tax_class_id: string; vat_rate_bps?: number },
  state: string,
  day: string,
) => withoutNote(charge, { state, place: state, form: "electronic" }, day);

const classed = (tax_class_id: string, state: string, day?: string) =>
  rateOf({ tax_class_id }, state, day);

describe("the rate of a class in a region with rates of its own", () => {
  const day = "2025-08-01";
  const MADEIRA = rateRegionOf("PT", "9000-001", day as IsoDate);

  it.for(RATE_REGIONS)("$name since $valid_from", (region) => {
    const { state, standard_rate_bps } = region;
    expect(rateOf({ tax_class_id: "standard" }, state, day, region)).toEqual({
      vat_rate_bps: standard_rate_bps,
      rate_category: "standard",
    });
    // The ledger knows the rate: an event with it has no finding.
    expect(standardRatesInForce(state, day as IsoDate, BUILT_IN_RATES).regional).toContain(
      standard_rate_bps,
    );
  });

  // Ofício Circulado 25045/2024: Madeira 5 %, and 4 % from October 2024; the Azores 4 % and 9 %.
  it.for<[classId: string, postcode: string, day: string, rate: number]>([
    ["books", "9000-001", "2024-09-30", 500],
    ["books", "9000-001", "2024-10-01", 400],
    ["food_restaurant", "9000-001", day, 1_200],
    ["books", "9500-321", day, 400],
    ["food_restaurant", "9500-321", day, 900],
  ])("of %s at %s on %s is reduced", ([tax_class_id, postcode, on, vat_rate_bps]) => {
    const region = rateRegionOf("PT", postcode, on as IsoDate);
    expect(rateOf({ tax_class_id }, "PT", on, region)).toEqual({
      vat_rate_bps,
      rate_category: "reduced",
    });
  });

  it("keeps a rate of zero, and says what the caller's own rate is", () => {
    const dentist = { tax_class_id: "medical_dental" };
    expect(rateOf(dentist, "PT", day, MADEIRA)).toEqual(classed("medical_dental", "PT"));
    expect(rateOf({ tax_class_id: "standard", vat_rate_bps: 2_200 }, "PT", day, MADEIRA)).toEqual({
      vat_rate_bps: 2_200,
      rate_category: "standard",
      class_rate_bps: 2_200,
    });
  });
});

describe("the rate of a class", () => {
  it.for<[string, string, string, number, string]>([
    ["standard", "DE", "2025-08-01", 1_900, "standard"],
    ["food", "DE", "2025-08-01", 700, "reduced"],
    ["standard", "EL", "2025-08-01", 2_400, "standard"],
    ["standard", "XI", "2025-08-01", 2_000, "standard"],
    ["standard", "EE", "2025-06-30", 2_200, "standard"],
    ["standard", "EE", "2025-07-01", 2_400, "standard"],
    ["medical_dental", "DE", "2025-08-01", 0, "exempt"],
    ["newspapers", "BE", "2025-08-01", 0, "zero"],
    ["standard", "FR", "2016-01-01", 2_000, "standard"],
  ])("%s in %s on %s", ([id, state, day, vat_rate_bps, rate_category]) => {
    expect(classed(id, state, day)).toEqual({ vat_rate_bps, rate_category });
  });

  it("is known of every class in every Member State since 2021-07-01", () => {
    for (const { code } of MEMBER_STATES.filter((memberState) => memberState.code !== "XI")) {
      for (const { id } of TAX_CLASSES) {
        for (const day of ["2021-07-01", "2024-02-29", "2035-01-01"]) {
          expect(classed(id, code, day)?.vat_rate_bps).toBeGreaterThanOrEqual(0);
        }
      }
    }
  });

  it.for<[string, string | undefined, string, string]>([
    ["food", "DE", "2021-06-30", "transaction_date"],
    ["standard", "IE", "1999-12-31", "transaction_date"],
    ["standard", undefined, "2025-08-01", "tax_class_id"],
    ["food", "XI", "2025-08-01", "tax_class_id"],
    ["standard", "XI", "2010-01-01", "tax_class_id"],
  ])("%s in %s on %s is not known, and never 0", ([tax_class_id, state, day, field]) => {
    const refusal = errorOf(() => rateOf({ tax_class_id }, state, day));
    expect(refusal.code).toBe("invalid_request");
    expect(fieldsOf(refusal)).toEqual([field]);
  });
});

describe("the rate of books, newspapers and periodicals, physical and electronic (Annex III point 6)", () => {
  it.for<
    [classId: string, state: string, day: string, physical: number, electronic: number | null]
  >([
    ["books", "HU", "2021-07-01", 500, 2_700],
    ["books", "HU", "2026-05-11", 500, 2_700],
    ["newspapers", "HU", "2026-05-11", 0, 2_700],
    ["books", "IE", "2023-12-31", 0, 900],
    ["books", "IE", "2024-01-01", 0, 0],
    ["newspapers", "IE", "2022-12-31", 900, 900],
    ["books", "LT", "2022-12-31", 900, 2_100],
    ["books", "LT", "2023-01-01", 900, 900],
    ["books", "SK", "2023-12-31", 1_000, 2_000],
    ["books", "SK", "2024-12-31", 1_000, 2_000],
    ["books", "SK", "2025-01-01", 500, 500],
    ["newspapers", "SK", "2026-05-11", 500, 2_300],
    ["books", "LV", "2021-12-31", 1_200, 2_100],
    ["books", "LV", "2025-12-31", 500, 500],
    // What Latvia parts from 2026 on is languages, not forms: a note says so.
    ["books", "LV", "2026-05-11", 500, 500],
    ["books", "RO", "2021-12-31", 500, 1_900],
    ["books", "RO", "2022-01-01", 500, 500],
    ["books", "CY", "2023-07-20", 500, null],
    ["books", "CY", "2023-07-21", 300, 300],
    ["books", "EL", "2021-07-17", 600, null],
    ["books", "EL", "2021-07-18", 600, 600],
    ["books", "DE", "2026-05-11", 700, 700],
    ["books", "FI", "2026-05-11", 1_350, 1_350],
    ["broadcasting", "FR", "2026-05-11", 1_000, 1_000],
    ["food", "DE", "2026-05-11", 700, null],
    ["hairdressing", "NL", "2025-05-11", 900, null],
  ])("%s in %s on %s: %i and %o", ([tax_class_id, state, day, physical, other]) => {
    expect(classed(tax_class_id, state, day)?.vat_rate_bps).toBe(physical);
    if (other !== null) {
      expect(electronic({ tax_class_id }, state, day)?.vat_rate_bps).toBe(other);
      return;
    }
    const refusal = errorOf(() => electronic({ tax_class_id }, state, day));
    expect(refusal).toMatchObject({
      code: "invalid_request",
      details: [{ field: "tax_class_id" }],
    });
    expect(refusal.message).toContain(`${physical / 100} % covers physical supplies alone`);
    expect(refusal.message).toContain("vat_rate_bps");
    expect(electronic({ tax_class_id, vat_rate_bps: 1_900 }, state, day)).toMatchObject({
      vat_rate_bps: 1_900,
      class_rate_bps: null,
    });
  });

  it.for<[classId: string, state: string, form: "physical" | "electronic", note: string | null]>([
    ["books", "HU", "physical", "electronic 27 %"],
    ["books", "HU", "electronic", "E-books"],
    ["books", "LV", "electronic", "others 21 % (source: TEDB 2025-08-26)"],
    ["food", "AT", "physical", "take 4.9 %"],
    ["books", "SE", "physical", null],
  ])("%s in %s, %s, says %o", ([tax_class_id, state, form, note]) => {
    const at = { state, place: state, form };
    const charge = { tax_class_id, field: "tax_class_id" };
    const [rate] = ratesOf([charge], at, "2026-05-11" as IsoDate, BUILT_IN_RATES);
    expect(rate?.rate_note ?? null).toEqual(note && expect.stringContaining(note));
  });
});

describe("the caller's own rate", () => {
  it.for<[number, string | undefined, string | null]>([
    [1_900, "DE", "standard"],
    [700, "DE", "reduced"],
    [3_200, "DE", "standard"],
    [0, "DE", "zero"],
    [312, "SE", "reduced"],
    [2_000, "XI", "standard"],
    [500, "XI", "reduced"],
    [810, undefined, null],
  ])("%s in %s", ([vat_rate_bps, state, rate_category]) => {
    expect(rateOf({ vat_rate_bps }, state)).toEqual({ vat_rate_bps, rate_category });
  });
});
