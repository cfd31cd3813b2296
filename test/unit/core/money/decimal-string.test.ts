import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Currency,
  decimalString,
  percentString,
} from "../../../../shared/core/money/money.ts";

describe("decimalString", () => {
  it.for([
    [0, "EUR", "0.00"],
    [1, "EUR", "0.01"],
    [-1, "EUR", "-0.01"],
    [99, "EUR", "0.99"],
    [100, "EUR", "1.00"],
    [-100, "EUR", "-1.00"],
    [10_000, "EUR", "100.00"],
    [-12_345, "DKK", "-123.45"],
    [12_345, "HUF", "123.45"],
    [12_345, "JPY", "12345"],
    [-5, "JPY", "-5"],
    [12_345, "KWD", "12.345"],
    [7, "KWD", "0.007"],
    [100, "HRK", "1.00"],
    [Number.MAX_SAFE_INTEGER, "EUR", "90071992547409.91"],
    [Number.MIN_SAFE_INTEGER, "EUR", "-90071992547409.91"],
  ] as const)("%i minor units of %s are %s", ([amount_minor, currency, text]) => {
    expect(decimalString(amount_minor, currency)).toBe(text);
  });

  it("shows minus zero as zero", () => expect(decimalString(-0, "EUR")).toBe("0.00"));

  it.for([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("refuses %d", (amount) => {
    expect(() => decimalString(amount, "EUR")).toThrow(RangeError);
  });

  it("refuses a currency without a minor unit", () => {
    expect(() => decimalString(1, "ABC" as Currency)).toThrow("no minor unit is known of ABC");
  });

  it("loses nothing: the digits without the point are the amount", () => {
    const currencies = fc.constantFrom("EUR", "JPY", "KWD");
    fc.assert(
      fc.property(fc.maxSafeInteger(), currencies, (amount_minor, currency) => {
        const text = decimalString(amount_minor, currency);
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/);
        expect(BigInt(text.replace(".", ""))).toBe(BigInt(amount_minor));
      }),
    );
  });
});

describe("percentString", () => {
  it.for([
    [0, "0.00"],
    [5, "0.05"],
    [550, "5.50"],
    [2_000, "20.00"],
    [10_000, "100.00"],
  ] as const)("%i basis points are %s", ([rate_bps, text]) => {
    expect(percentString(rate_bps)).toBe(text);
  });
});
