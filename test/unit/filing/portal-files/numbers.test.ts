import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import {
  numbersWithWarning,
  withWholeNumbers,
} from "../../../../shared/filing/portal-files/numbers.ts";
import { fitsMask, maskIdentifier } from "../../../../shared/vat/seller/identifier.ts";
import { declaredReturn, neutralIn } from "../../../make/f1-return.ts";

describe("numbers with wrong check digits", () => {
  const messages = (vat_number: string, ...numbers: string[]) =>
    numbersWithWarning({
      filer: { vat_number },
      establishments: numbers.map((number) => ({
        country: number.slice(0, 2) as "PL",
        vat_number: number,
      })),
      extras: {},
      prepared_on: "2025-10-02" as IsoDate,
    });

  it("are reported by field", () => {
    expect(messages("SE556000123101", "PL8567346215", "IT00743110157")).toEqual([]);
    expect(messages("SE556000123401", "PL8567346215", "IT00743110158")).toEqual([
      "filer.vat_number",
      "establishments.1.vat_number",
    ]);
  });

  it("are not known of the other schemes", () => {
    expect(messages("IM7521234567")).toEqual([]);
  });
});

describe("a number and a mask", () => {
  it.for([
    // What we masked ourselves.
    ["DE811907980", "DE*******80", true],
    ["DE811907981", "DE*******80", false],
    ["FR11907980801", "DE*******80", false],
    ["DE8119079800", "DE*******80", false],
    ["DE81190780", "DE*******80", false],
    ["IM2761234561", "IM276*****61", true],
    ["RO18", "RO**", true],
    ["RO181", "RO**", false],
    ["RO18", "RO***", false],
    // What came masked already: without prefix, in small letters, with the code of the country.
    ["DE811907980", "*******80", true],
    ["DE811907980", "de*******80", true],
    ["EL123456789", "GR*******89", true],
    ["DE811907980", "DE8*****980", true],
    ["DE711907980", "DE8*****980", false],
    ["IE1234567WA", "IE*******WA", true],
  ] as const)("%s and %s: %s", ([number, mask, fits]) => {
    expect(fitsMask(number, mask)).toBe(fits);
  });

  it("fit whenever the mask is the number's own", () => {
    for (const number of ["CZ12345678", "CZ1234567890", "EU642123456", "RO12", "ATU12345678"]) {
      expect(fitsMask(number, maskIdentifier(number))).toBe(true);
    }
  });
});

describe("the numbers of a request", () => {
  const whole = (
    vat_number: string,
    establishments: { country: "PL" | "EL"; vat_number: string }[] = [],
  ) =>
    withWholeNumbers(neutralIn("SK"), {
      filer: { vat_number, intermediary_number: "in 703 1234567" },
      establishments,
      extras: {},
      prepared_on: "2025-10-02" as IsoDate,
    });

  it("are brought into one form, with their prefix", () => {
    for (const given of ["SK1234567890", "sk 1234.567-890", "1234567890"]) {
      expect(whole(given).filer.vat_number).toBe("SK1234567890");
    }
    expect(whole("1").filer.intermediary_number).toBe("IN7031234567");
    const given = [
      { country: "PL" as const, vat_number: "123 456 78 90" },
      { country: "EL" as const, vat_number: "GR123456789" },
    ];
    expect(whole("1", given).establishments).toEqual([
      { country: "PL", vat_number: "PL1234567890" },
      { country: "EL", vat_number: "EL123456789" },
    ]);
  });

  it("get no prefix that would make no number of them", () => {
    expect(whole("123").filer.vat_number).toBe("123");
  });

  it("of the other schemes have none to get", () => {
    const neutral = neutralIn(
      "RO",
      declaredReturn([], [], { scheme_type: "ioss", period_key: "2025-08" as PeriodKey }),
    );
    const request = {
      filer: { vat_number: "im6421234567" },
      establishments: [],
      extras: {},
      prepared_on: "2025-09-02" as IsoDate,
    };
    expect(withWholeNumbers(neutral, request).filer.vat_number).toBe("IM6421234567");
  });
});
