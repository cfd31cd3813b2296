import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import {
  periodKeyOf,
  SCHEMES,
  schemeOf,
  taxPeriodOf,
} from "../../../../shared/vat/schemes/schemes.ts";
import { SUPPLY_KINDS, TREATMENTS } from "../../../../shared/vat/schemes/supply-event.ts";
import { WARNING_CODES } from "../../../../shared/vat/schemes/warnings.ts";
import { SchemeType } from "../../../../shared/vat/seller/registration.ts";
import { makeImport, makeRefund, makeSale, makeService } from "../../../make/supply-event.ts";
import { recordOf } from "../../ledger/memory-ledger.ts";

const day = (text: string) => text as IsoDate;

test.for([
  ["goods", makeSale(), "union_oss", "2025-Q3"],
  ["a service", makeService(), "union_oss", "2025-Q3"],
  [
    "a service of a seller outside the Union",
    makeService({ treatment: "non_union_oss" }),
    "non_union_oss",
    "2025-Q3",
  ],
  ["an export", makeSale({ consumption_country: "US" }), "union_oss", "2025-Q3"],
  ["an import", makeImport(), "ioss", "2025-08"],
  ["a refund", makeRefund({ supply_date: day("2025-10-01") }), "union_oss", "2025-Q4"],
  [
    "a refund of an import",
    makeRefund({ supply_kind: "imported_goods", supply_date: day("2025-12-31") }),
    "ioss",
    "2025-12",
  ],
] as const)("%s counts in its scheme and period", ([, event, scheme, period]) => {
  const record = recordOf(event);
  expect(schemeOf(record).id).toBe(scheme);
  expect(periodKeyOf(record)).toBe(period);
  expect(taxPeriodOf(record)).toMatchObject({ key: period, kind: schemeOf(record).period_kind });
});

it.for(SUPPLY_KINDS)("exactly one scheme takes %s, whatever its treatment", (supply_kind) => {
  for (const treatment of TREATMENTS) {
    const taking = SCHEMES.filter((scheme) => scheme.takes({ supply_kind, treatment }));
    expect([treatment, taking.length]).toEqual([treatment, 1]);
  }
});

it.for(SCHEMES)("$id takes a kind of supply at least", (scheme) => {
  const takes = TREATMENTS.flatMap((treatment) =>
    SUPPLY_KINDS.filter((supply_kind) => scheme.takes({ supply_kind, treatment })),
  );
  expect(takes).not.toEqual([]);
});

describe("the schemes", () => {
  it("have an id, a slug and a letter of their own", () => {
    expect(new Set(SCHEMES.map(({ id }) => id)).size).toBe(SCHEMES.length);
    expect(new Set(SCHEMES.map(({ slug }) => slug)).size).toBe(SCHEMES.length);
    // A partition of sums begins with it, one of a year with "y", and one of what returns leave out with "x".
    expect(new Set(SCHEMES.map(({ partitionPrefix }) => partitionPrefix)).size).toBe(
      SCHEMES.length,
    );
    for (const { partitionPrefix } of SCHEMES) expect(partitionPrefix).toMatch(/^[a-wz]$/);
    for (const { id } of SCHEMES) expect(SchemeType.options).toContain(id);
  });

  // An export id is split at its dots, and a slug is a part of a path.
  it.for(SCHEMES)("$id: its slug is lower case letters and hyphens", ({ slug }) => {
    expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it.for(SCHEMES)("$id: its codes are each known, and named once", (scheme) => {
    const codes = scheme.warning_codes;
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of [...codes, ...scheme.found_by_returns]) {
      expect(WARNING_CODES).toContain(code);
      expect(codes).toContain(code);
    }
  });

  it("have no code that none of them has", () => {
    const used = new Set(SCHEMES.flatMap(({ warning_codes }) => warning_codes));
    expect(WARNING_CODES.filter((code) => !used.has(code))).toEqual([]);
  });
});
