import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import {
  checkKey,
  correctionKey,
  excludedKey,
  exclusionIn,
  leftOutKey,
  leftOutPartition,
  lineKey,
  namedPeriodOf,
  parseLeftOutKey,
  parseReturnKey,
  partitionOfReturn,
  returnPartition,
  thresholdDayKey,
  thresholdPartition,
} from "../../../../shared/ledger/sums/sum.ts";
import { IOSS } from "../../../../shared/vat/schemes/ioss.ts";
import { UNION_OSS } from "../../../../shared/vat/schemes/union-oss.ts";
import { exclusion } from "../../../../shared/vat/schemes/warnings.ts";

const state = fc.constantFrom("DE", "EL", "XI");
const segment = fc.constantFrom("", "0101", "0510", "1231");
const line = fc.record({
  segment,
  supply_kind: fc.constantFrom("goods" as const, "services" as const),
  from_country: fc.constantFrom("SE", "US", ""),
  consumption_country: state,
  rate_category: fc.constantFrom("standard", "reduced"),
  vat_rate_bps: fc.integer({ min: 0, max: 10_000 }),
  currency: fc.constantFrom("EUR", "JPY"),
});

const PLACE = { supply_kind: "goods", consumption_country: "DE", currency: "EUR" } as const;
const IN_REVIEW = exclusion("needs_review_excluded");
const LINE = { ...PLACE, from_country: "SE", rate_category: "standard", vat_rate_bps: 1_900 };
const CORRECTION = {
  ...PLACE,
  original_period: "2026-Q1" as PeriodKey,
  segment: "",
  original_segment: "",
  named: false,
};

describe("a key of a tax period", () => {
  it("of a line reads back", () => {
    fc.assert(
      fc.property(line, (one) => {
        expect(parseReturnKey(lineKey(one))).toEqual({ family: "line", ...one });
      }),
    );
  });

  it("of a correction reads back", () => {
    const correction = fc.record({
      segment,
      original_segment: segment,
      supply_kind: fc.constantFrom("goods" as const, "services" as const),
      original_period: fc.constantFrom("2024-Q4" as PeriodKey, "2025-07" as PeriodKey),
      consumption_country: state,
      currency: fc.constantFrom("EUR", "SEK"),
      named: fc.constant(false),
    });
    const named = correction.map((one) => ({ ...one, named: true, original_segment: "" }));
    fc.assert(
      fc.property(fc.oneof(correction, named), (one) => {
        expect(parseReturnKey(correctionKey(one))).toEqual({ family: "correction", ...one });
      }),
    );
  });

  it("of an exclusion or a check reads back", () => {
    for (const segment of ["", "0510"]) {
      expect(parseReturnKey(excludedKey(IN_REVIEW, segment))).toEqual({
        family: "excluded",
        ...IN_REVIEW,
        segment,
      });
    }
    expect(parseReturnKey(checkKey("a_code"))).toEqual({ family: "check", code: "a_code" });
  });

  test.for([
    [lineKey({ ...LINE, segment: "" }), "line|goods|SE|DE|standard|1900|EUR"],
    [lineKey({ ...LINE, segment: "0510" }), "line@0510|goods|SE|DE|standard|1900|EUR"],
    [correctionKey(CORRECTION), "correction|goods|2026-Q1|DE|EUR"],
    [
      correctionKey({ ...CORRECTION, original_segment: "0215" }),
      "correction|goods|2026-Q1@0215|DE|EUR",
    ],
    [
      correctionKey({ ...CORRECTION, segment: "0510", original_segment: "0215" }),
      "correction@0510|goods|2026-Q1@0215|DE|EUR",
    ],
    [
      correctionKey({ ...CORRECTION, segment: "0510", named: true }),
      "correction@0510|goods|2026-Q1@named|DE|EUR",
    ],
    [excludedKey(IN_REVIEW), "excluded|needs_review_excluded|open"],
    [excludedKey(IN_REVIEW, "0510"), "excluded@0510|needs_review_excluded|open"],
  ] as const)("is written as %s", ([key, text]) => {
    expect(key).toBe(text);
  });

  it("without a segment is what it was before there were segments", () => {
    fc.assert(
      fc.property(line, (one) => {
        expect(lineKey({ ...one, segment: "" })).not.toContain("@");
      }),
    );
  });

  test.for([
    ["", "left|needs_review_excluded|open|union_oss|sale|EUR"],
    ["0510", "left@0510|needs_review_excluded|open|union_oss|sale|EUR"],
  ] as const)("of excluded amounts of segment %j reads back", ([segment, text]) => {
    const left = { ...IN_REVIEW, treatment: "union_oss", kind: "sale", currency: "EUR" } as const;
    expect(leftOutKey({ ...left, segment })).toBe(text);
    expect(parseLeftOutKey(text)).toEqual({ ...left, segment });
  });

  test.for([
    "excluded|needs_review_excluded|open|union_oss|sale|EUR",
    "left|needs_review_excluded|open|other|sale|EUR",
    "left|needs_review_excluded|open|union_oss|refund|EUR",
    "left|needs_review_excluded|open|union_oss|sale",
    "left|needs_review_excluded|open|union_oss|sale|EUR|1",
    "left|a_code|open|union_oss|sale|EUR",
  ])("of excluded amounts is not %j", (key) => {
    expect(() => parseLeftOutKey(key)).toThrow(RangeError);
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
    "excluded|needs_review_excluded",
    "excluded|needs_review_excluded|b",
    "excluded|a_code|open",
    "other|goods|SE|DE|standard|1900|EUR",
    "other|goods|2024-Q4|DE|EUR",
    "other|needs_review_excluded|open",
    "other|a_code",
    "excluded|needs_review_excluded|open|1",
    "check",
    "check|a_code|b",
    "",
  ])("is not %j", (key) => {
    expect(() => parseReturnKey(key)).toThrow(RangeError);
  });
});

test.for([
  ["excluded|needs_review_excluded|open", IN_REVIEW],
  ["excluded@0510|needs_review_excluded|open", IN_REVIEW],
  ["line|goods|SE|DE|standard|1900|EUR", undefined],
  ["check|a_code", undefined],
] as const)("%s excludes as %o", ([key, found]) => {
  expect(exclusionIn(key)).toEqual(found);
});

it("a book is of one period of one scheme, or of one year", () => {
  expect(returnPartition(UNION_OSS, "2026-Q3" as PeriodKey)).toBe("u2026-Q3");
  expect(returnPartition(IOSS, "2026-09" as PeriodKey)).toBe("i2026-09");
  expect(thresholdPartition("2026")).toBe("y2026");
});

it("a book of excluded amounts is beside that of its return", () => {
  expect(leftOutPartition("u2026-Q3")).toBe("xu2026-Q3");
  expect(["xu2026-Q3", "u2026-Q3", "y2026"].map(partitionOfReturn)).toEqual([
    "u2026-Q3",
    "u2026-Q3",
    "y2026",
  ]);
});

test.for([
  [correctionKey({ ...CORRECTION, named: true }), "2026-Q1"],
  [correctionKey({ ...CORRECTION, original_segment: "0215" }), undefined],
  [lineKey({ ...LINE, segment: "" }), undefined],
  [excludedKey(IN_REVIEW), undefined],
] as const)("%s names the period %s", ([key, period]) => {
  expect(namedPeriodOf(key)).toBe(period);
});
