import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import {
  commonHsCode,
  consignmentLeftOut,
  consignmentsOf,
} from "../../../../shared/imports/formats/import-scheme.ts";
import { NewEvent } from "../../../../shared/ledger/events/schema.ts";
import { isDutyOutside } from "../../../../shared/vat/schemes/consignment-value.ts";
import { importInMemory } from "../../../make/import-in-memory.ts";
import { IMPORT_SCHEME_SAMPLES } from "../../../make/import-sample.ts";
import { shownOutcome } from "../../../make/shown-outcome.ts";

describe.each(IMPORT_SCHEME_SAMPLES)(
  "imports of $format.name",
  ({ format, settings, bytes, rows }) => {
    it("have the expected outcome, and the ledger takes their events", async () => {
      const read = (await importInMemory(format, settings, bytes)).map(shownOutcome);
      expect(read).toEqual(rows);
      const events = read.flatMap((row) => row.events ?? []);
      expect(events.filter((event) => !NewEvent.safeParse(event).success)).toEqual([]);
    });

    it("need an origin outside the Union, and consignments that are known", () => {
      const faultsOf = (changes: Record<string, unknown>) => {
        const read = format.settings.safeParse({ ...settings, ...changes });
        return read.error?.issues.map(({ path }) => path.join("."));
      };
      const isReport = format.name === "amazon_avtr";
      const needed = isReport ? undefined : ["one_order_is_one_consignment"];
      expect(faultsOf({ one_order_is_one_consignment: false })).toEqual(needed);
      expect(faultsOf({ origin_country: "DE" })).toEqual(
        isReport ? expect.any(Array) : ["origin_country"],
      );
      expect(faultsOf({ customs_rates: { "GBP 2026": "1" } })).toHaveLength(1);
      expect(faultsOf({ customs_rates: { "GBP 2026-10": "0.0" } })).toHaveLength(1);
    });
  },
);

describe("the value of a consignment", () => {
  const day = "2026-10-05" as IsoDate;
  const rates = { customs_rates: { "GBP 2026-10": "0.8713", "JPY 2026-10": "172.5" } };
  it.for([
    ["EUR", 15_000, undefined],
    ["EUR", 15_001, "consignment_value_exceeded"],
    // At 0.8713, GBP 130.69 are EUR 149.99 and GBP 130.70 are EUR 150.01.
    ["GBP", 13_069, undefined],
    ["GBP", 13_070, "consignment_value_exceeded"],
    // The yen has no minor unit: 25,875 JPY are EUR 150.00.
    ["JPY", 25_875, undefined],
    ["JPY", 25_877, "consignment_value_exceeded"],
    ["USD", 1, "customs_rate_missing"],
  ] as const)("of %s %i is %s", ([currency, value, reason]) => {
    const left = consignmentLeftOut({ day, currency, value }, rates);
    expect(left && "reason" in left ? left.reason : undefined).toBe(reason);
  });

  it("is not above the limit by the rounding of its parts", () => {
    const parts = [4_357, 4_356, 4_356].map((value) => ({ day, currency: "GBP", value }));
    const values = consignmentsOf("shop", "1", parts, rates);
    const sum = values.reduce((total, one) => total + (one.intrinsic_value_eur_minor ?? 0), 0);
    expect([sum, new Set(values.map(({ id }) => id)).size]).toEqual([14_999, 1]);
  });
});

describe("a tariff code", () => {
  it.for([
    [["610910"], "610910"],
    [["6109.10", "610910"], "610910"],
    [["610910", "640399"], undefined],
    [["610910", undefined], undefined],
    [["6109"], undefined],
    [["61091000000"], undefined],
    [[], undefined],
  ] as const)("of %j is %s", ([codes, code]) => expect(commonHsCode(codes)).toBe(code));
});

it.for([
  ["2026-06-30", false],
  ["2026-07-01", true],
  ["2028-06-30", true],
  ["2028-07-01", false],
] as const)("customs duty is outside the taxable amount on %s: %s", ([day, isOutside]) => {
  expect(isDutyOutside(day as IsoDate)).toBe(isOutside);
});
