import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/calendar/iso-date.ts";
import {
  checkKey,
  excludedKey,
  importLineKey,
  parseUnionKey,
  thresholdDayKey,
  unionCorrectionKey,
  unionLineKey,
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

describe("a key of a Union quarter", () => {
  it("of a line reads back", () => {
    fc.assert(
      fc.property(line, (one) => {
        expect(parseUnionKey(unionLineKey(one))).toEqual({ family: "line", ...one });
      }),
    );
  });

  it("of a correction reads back", () => {
    const correction = { original_period: "2024-Q4", consumption_country: "EL", currency: "SEK" };
    for (const supply_kind of ["goods", "services"] as const) {
      const one = { ...correction, supply_kind };
      expect(parseUnionKey(unionCorrectionKey(one))).toEqual({ family: "correction", ...one });
    }
  });

  it("of an exclusion or a check reads back", () => {
    expect(parseUnionKey(excludedKey("a_code"))).toEqual({ family: "excluded", code: "a_code" });
    expect(parseUnionKey(checkKey("a_code"))).toEqual({ family: "check", code: "a_code" });
  });

  const importLine = {
    consumption_country: "DE",
    rate_category: "standard",
    vat_rate_bps: 1_900,
    currency: "EUR",
  };
  test.for([
    importLineKey(importLine),
    thresholdDayKey("2025-08-01" as IsoDate, "EUR"),
    "line|cars|SE|DE|standard|1900|EUR",
    "correction|2024-Q4|DE|EUR",
    "correction|goods|2024-Q4|DE",
    "excluded|a|b",
    "",
  ])("is not %j", (key) => {
    expect(() => parseUnionKey(key)).toThrow(RangeError);
  });
});
