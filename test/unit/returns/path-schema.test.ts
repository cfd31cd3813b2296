import { describe, expect, it } from "vitest";
import { readAs } from "../../../shared/core/errors/field-errors.ts";
import {
  RegistrationParam,
  ReturnPath,
  rejectWrongKind,
  SchemePath,
} from "../../../shared/returns/path-schema.ts";
import { SCHEMES } from "../../../shared/vat/schemes/schemes.ts";
import { errorOf } from "../../make/refusal.ts";
import { periodAt } from "../../make/return-input.ts";

const faults = (path: object) => {
  const read = readAs(ReturnPath, path);
  return (read.success ? [] : read.faults).map(({ field, message }) => `${field}: ${message}`);
};

describe("a scheme in a path", () => {
  it.for(SCHEMES.map((scheme) => [scheme.slug, scheme] as const))("%s", ([slug, scheme]) => {
    expect(SchemePath.parse({ scheme: slug }).scheme).toBe(scheme);
  });

  it("tells which there are", () => {
    expect(faults({ scheme: "oss", period: "2026-Q3" })).toEqual([
      "scheme: must be union-oss, non-union-oss or ioss",
    ]);
  });
});

describe("a return in a path", () => {
  it.for([
    ["union-oss", "2026-Q3", "2026-07-01"],
    ["non-union-oss", "2026-Q4", "2026-10-01"],
    ["ioss", "2026-12", "2026-12-01"],
  ] as const)("%s %s", ([scheme, period, firstDay]) => {
    expect(ReturnPath.parse({ scheme, period })).toMatchObject({
      scheme: { slug: scheme },
      period: { key: period, firstDay },
    });
  });

  it.for([
    ["union-oss", "2026-09", "period: must be a quarter in union-oss, such as 2026-Q3"],
    ["non-union-oss", "2026-09", "period: must be a quarter in non-union-oss, such as 2026-Q3"],
    ["ioss", "2026-Q3", "period: must be a month in ioss, such as 2026-09"],
    ["ioss", "2026-13", "period: must look like 2026-Q3 or 2026-09"],
    ["union-oss", "2026-q3", "period: must look like 2026-Q3 or 2026-09"],
  ] as const)("is refused: %s %s", ([scheme, period, fault]) => {
    expect(faults({ scheme, period })).toEqual([fault]);
  });

  it("gets all faults at once", () => {
    expect(faults({ scheme: "oss", period: "soon" })).toHaveLength(2);
  });
});

it("a period in a query is held against the scheme of its path", () => {
  const [union, , imports] = SCHEMES;
  if (!union || !imports) throw new Error("no schemes");
  expect(() => rejectWrongKind(union, periodAt("2026-Q3"))).not.toThrow();
  expect(() => rejectWrongKind(imports, periodAt("2026-09"))).not.toThrow();
  expect(errorOf(() => rejectWrongKind(imports, periodAt("2026-Q3")))).toMatchObject({
    code: "invalid_period",
    details: [{ field: "period" }],
  });
});

it.for(["0", "-1", "1.5", "one", "", "1234567890"])("no registration has the id %j", (id) => {
  expect(RegistrationParam.safeParse(id).success).toBe(false);
});
