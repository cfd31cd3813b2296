import { describe, expect, it, test } from "vitest";
import { type IsoDate, quarterOf } from "../../../../shared/core/calendar/dates.ts";
import {
  filingCurrencyOn,
  isIossIntermediaryNumber,
  isIossNumber,
  isMemberState,
  isNonUnionNumber,
  isUnionVatNumber,
  MEMBER_STATES,
  type MemberStateCode,
  memberStateOf,
  toIsoCode,
  toReportCode,
} from "../../../../shared/vat/reference-data/member-states.ts";

const QUARTERS = [2021, 2022, 2023, 2024, 2025, 2026]
  .flatMap((year) => [1, 2, 3, 4].map((n) => quarterOf(`${year}-Q${n}`)))
  .filter((quarter) => quarter !== undefined)
  .filter(({ key }) => key >= "2021-Q3");

describe("MEMBER_STATES", () => {
  it("are there once each, in the order of their codes", () => {
    const codes = MEMBER_STATES.map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)].sort());
    const numbers = MEMBER_STATES.map(({ iso_numeric }) => iso_numeric);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it("only Northern Ireland is one for goods alone", () => {
    const goodsOnly = MEMBER_STATES.filter(({ code }) => memberStateOf(code)?.goods_only);
    expect(goodsOnly.map(({ code }) => code)).toEqual(["XI"]);
  });

  test.for([
    ["EL", "EL"],
    ["GR", "EL"],
    ["DE", "DE"],
    ["XI", "XI"],
    ["GB", undefined],
    ["de", undefined],
    ["CH", undefined],
    ["", undefined],
    ["constructor", undefined],
  ])("%j is the Member State %s", ([input, code]) => {
    expect(memberStateOf(input as string)?.code).toBe(code);
  });

  it("knows Greece by both codes and by one at a time", () => {
    expect([isMemberState("EL"), isMemberState("GR")]).toEqual([true, false]);
    expect([toReportCode("GR"), toReportCode("EL"), toReportCode("US")]).toEqual([
      "EL",
      "EL",
      "US",
    ]);
    expect([toIsoCode("EL"), toIsoCode("GR"), toIsoCode("US")]).toEqual(["GR", "GR", "US"]);
  });
});

describe("filingCurrencyOn", () => {
  test.for(MEMBER_STATES)("$code has a return currency in every quarter", (state) => {
    for (const { lastDay } of QUARTERS) {
      expect(filingCurrencyOn(state.code, lastDay)).toMatch(/^(EUR|DKK|GBP|HRK)$/);
    }
  });

  test.for([
    ["HR", "2022-12-31", "HRK"],
    ["HR", "2023-01-01", "EUR"],
    ["DK", "2026-09-30", "DKK"],
    ["XI", "2026-09-30", "GBP"],
    ["SE", "2026-09-30", "EUR"],
    ["PL", "2026-09-30", "EUR"],
    ["CZ", "2026-09-30", "EUR"],
    ["HU", "2026-09-30", "EUR"],
    ["RO", "2026-09-30", "EUR"],
    ["BG", "2025-12-31", "EUR"],
    ["HR", "2000-01-01", "HRK"],
  ] as const)("a return to %s for a period that ends on %s is in %s", ([code, day, currency]) => {
    expect(filingCurrencyOn(code, day as IsoDate)).toBe(currency);
  });
});

/** Numbers of the right form for each state. */
const VAT_NUMBERS: Record<MemberStateCode, readonly string[]> = {
  AT: ["ATU12345678"],
  BE: ["BE0123456789", "BE1012345678"],
  BG: ["BG123456789", "BG1234567890"],
  CY: ["CY12345678X"],
  CZ: ["CZ12345678", "CZ1234567890"],
  DE: ["DE123456789"],
  DK: ["DK12345678"],
  EE: ["EE123456789"],
  EL: ["EL123456789"],
  ES: ["ESA12345678", "ESA1234567B", "ES12345678Z"],
  FI: ["FI12345678"],
  FR: ["FR12345678901", "FRXX123456789"],
  HR: ["HR12345678901"],
  HU: ["HU12345678"],
  IE: ["IE1234567W", "IE1234567FA", "IE1A23456W"],
  IT: ["IT12345678901"],
  LT: ["LT123456789", "LT123456789012"],
  LU: ["LU12345678"],
  LV: ["LV12345678901"],
  MT: ["MT12345678"],
  NL: ["NL123456789B01"],
  PL: ["PL1234567890"],
  PT: ["PT123456789"],
  RO: ["RO12", "RO1234567890"],
  SE: ["SE123456789001"],
  SI: ["SI12345678"],
  SK: ["SK1234567890"],
  XI: ["XI123456789", "XI123456789012", "XIGD123", "XIHA599"],
};

describe("isUnionVatNumber", () => {
  test.for(Object.entries(VAT_NUMBERS))("%s: %j", ([code, numbers]) => {
    for (const number of numbers) {
      expect(isUnionVatNumber(code as MemberStateCode, number)).toBe(true);
      expect(isUnionVatNumber(code as MemberStateCode, number.toLowerCase())).toBe(false);
      expect(isUnionVatNumber(code as MemberStateCode, ` ${number}`)).toBe(false);
      expect(isUnionVatNumber(code as MemberStateCode, `${number}\n`)).toBe(false);
      expect(isUnionVatNumber(code as MemberStateCode, `${number}12345678901`)).toBe(false);
      expect(isUnionVatNumber(code as MemberStateCode, number.slice(2))).toBe(false);
      for (const other of MEMBER_STATES) {
        expect(isUnionVatNumber(other.code, number)).toBe(other.code === code);
      }
    }
  });
});

describe("scheme numbers", () => {
  test.for(MEMBER_STATES)("of $code carry $iso_numeric", ({ code, iso_numeric }) => {
    const digits = { seven: `${iso_numeric}1234567`, six: `${iso_numeric}123456` };
    expect(isIossNumber(code, `IM${digits.seven}`)).toBe(true);
    expect(isIossIntermediaryNumber(code, `IN${digits.seven}`)).toBe(true);
    expect(isNonUnionNumber(code, `EU${digits.six}`)).toBe(true);
    for (const wrong of [
      `IN${digits.seven}`,
      `IM${digits.six}`,
      `IM${digits.seven}8`,
      `IM${digits.six}A`,
      `im${digits.seven}`,
      "IM9991234567",
      `IM${digits.seven}\n`,
    ]) {
      expect(isIossNumber(code, wrong)).toBe(false);
    }
    expect(isIossIntermediaryNumber(code, `IM${digits.seven}`)).toBe(false);
    expect(isNonUnionNumber(code, `EU${digits.seven}`)).toBe(false);
  });
});
