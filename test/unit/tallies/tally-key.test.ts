import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/calendar/iso-date.ts";
import { IOSS } from "../../../shared/schemes/ioss.ts";
import { UNION_OSS } from "../../../shared/schemes/union-oss.ts";
import {
  checkKey,
  correctionKey,
  excludedKey,
  lineKey,
  parseReturnKey,
  returnBook,
  thresholdBook,
  thresholdDayKey,
} from "../../../shared/tallies/tally-key.ts";

const state = fc.constantFrom("DE", "EL", "XI");
const line = fc.record({
  supply_kind: fc.constantFrom("goods" as const, "services" as const),
  from_country: fc.constantFrom("SE", "US", ""),
  consumption_country: state,
  rate_category: fc.constantFrom("standard", "reduced"),
  vat_rate_bps: fc.integer({ min: 0, max: 10_000 }),
  currency: fc.constantFrom("EUR", "JPY"),
});

describe("a key of a tax period", () => {
  it("of a line reads back", () => {
    fc.assert(
      fc.property(line, (one) => {
        expect(parseReturnKey(lineKey(one))).toEqual({ family: "line", ...one });
      }),
    );
  });

  it("of a correction reads back", () => {
    const correction = { consumption_country: "EL", currency: "SEK" };
    for (const supply_kind of ["goods", "services"] as const) {
      for (const original_period of ["2024-Q4", "2025-07"]) {
        const one = { ...correction, supply_kind, original_period };
        expect(parseReturnKey(correctionKey(one))).toEqual({ family: "correction", ...one });
      }
    }
  });

  it("of an exclusion or a check reads back", () => {
    expect(parseReturnKey(excludedKey("a_code"))).toEqual({ family: "excluded", code: "a_code" });
    expect(parseReturnKey(checkKey("a_code"))).toEqual({ family: "check", code: "a_code" });
  });

  test.for([
    "line|DE|standard|1900|EUR",
    thresholdDayKey("2025-08-01" as IsoDate, "EUR"),
    "line|cars|SE|DE|standard|1900|EUR",
    "correction|2024-Q4|DE|EUR",
    "correction|goods|2024-Q4|DE",
    "correction|2025-07|DE|EUR",
    "correction|cars|2024-Q4|DE|EUR",
    "line|goods|SE|DE|standard|1900|EUR|1",
    "excluded|a|b",
    "",
  ])("is not %j", (key) => {
    expect(() => parseReturnKey(key)).toThrow(RangeError);
  });
});

it("a book is of one period of one scheme, or of one year", () => {
  expect(returnBook(UNION_OSS, "2026-Q3")).toBe("u2026-Q3");
  expect(returnBook(IOSS, "2026-09")).toBe("i2026-09");
  expect(thresholdBook("2026")).toBe("y2026");
});
