import { describe, expect, it, test } from "vitest";
import { MEMBER_STATES, toIsoCode } from "../../../../shared/vat/reference-data/member-states.ts";
import {
  CountryCode,
  CurrencyCode,
  MemberStateCode,
} from "../../../../shared/vat/reference-data/schema.ts";

describe("MemberStateCode", () => {
  test.for([
    ["DE", "DE"],
    ["EL", "EL"],
    ["GR", "EL"],
    ["XI", "XI"],
    ["MC", "FR"],
  ])("%s is %s", ([input, code]) => expect(MemberStateCode.parse(input)).toBe(code));

  test.for(["GB", "US", "de", "DEU", "", " DE", 276, null])("refuses %j", (input) => {
    expect(MemberStateCode.safeParse(input).success).toBe(false);
  });
});

describe("CountryCode", () => {
  test.for([
    ["US", "US"],
    ["GB", "GB"],
    ["GR", "EL"],
    ["EL", "EL"],
    ["XI", "XI"],
    ["MC", "FR"],
  ])("%s is %s", ([input, code]) => expect(CountryCode.parse(input)).toBe(code));

  it("knows every Member State, by either code", () => {
    for (const { code } of MEMBER_STATES) {
      expect(CountryCode.parse(code)).toBe(code);
      expect(CountryCode.parse(toIsoCode(code))).toBe(code);
    }
  });

  test.for(["UK", "EU", "ZZ", "us", "USA", "", 1, undefined])("refuses %j", (input) => {
    expect(CountryCode.safeParse(input).success).toBe(false);
  });
});

describe("CurrencyCode", () => {
  test.for(["EUR", "HRK", "BGN", "RUB", "JPY"])("accepts %s", (code) => {
    expect(CurrencyCode.parse(code)).toBe(code);
  });

  test.for(["eur", "EURO", "XXZ", "", "toString", 978])("refuses %j", (input) => {
    expect(CurrencyCode.safeParse(input).success).toBe(false);
  });
});
