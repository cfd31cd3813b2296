import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  addExact,
  type Currency,
  type Exact,
  exactIn,
  type Quote,
  roundExact,
  ZERO,
} from "../../../../shared/core/money/money.ts";

const EUR: Quote = { currency: "EUR", rate: "1" };
const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const quote = fc.record({
  currency: fc.constantFrom("SEK", "USD", "JPY", "KWD", "HUF"),
  rate: fc
    .tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: 0, max: 6 }))
    .map(([unscaled, scale]) => decimal(unscaled, scale)),
});

function decimal(unscaled: number, scale: number): string {
  const digits = String(unscaled).padStart(scale + 1, "0");
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

describe("roundExact of exactIn", () => {
  test.for([
    [
      11_166_300n,
      "SEK",
      "11.1663",
      EUR,
      1_000_000n,
      "EX29: taxable amount at the next publication",
    ],
    [2_500_000n, "SEK", "11.1663", EUR, 223_888n, "EX29: VAT"],
    [4_293_800n, "PLN", "4.2938", EUR, 1_000_000n, "EX31"],
    [753_450n, "HRK", "7.53450", EUR, 100_000n, "EX34: the irrevocable rate"],
    [10_000n, "EUR", "1", { currency: "DKK", rate: "7.4374" }, 74_374n, "EX35: euro to kroner"],
    [1_000_000n, "SEK", "11.1663", { currency: "DKK", rate: "7.4374" }, 666_058n, "EX35: cross"],
    [100_000n, "USD", "1.0683", { currency: "DKK", rate: "7.4374" }, 696_190n, "EX35: cross"],
    [1_000n, "JPY", "160", EUR, 625n, "a currency without decimals"],
    [1_000n, "KWD", "0.3", EUR, 333n, "a currency with three decimals"],
    [1n, "SEK", "2", EUR, 1n, "half a cent goes away from zero"],
    [-1n, "SEK", "2", EUR, -1n, "on both sides"],
    [1n, "SEK", "2.0001", EUR, 0n, "just below half a cent"],
  ] as const)("%s minor of %s at %s: %s is %s (%s)", ([minor, currency, rate, to, expected]) => {
    expect(roundExact(exactIn(minor, { currency, rate }, to))).toBe(expected);
  });

  it("is odd: a refund converts to exactly the opposite of its sale", () => {
    fc.assert(
      fc.property(amount, quote, quote, (minor, from, to) => {
        expect(roundExact(exactIn(-minor, from, to))).toBe(-roundExact(exactIn(minor, from, to)));
      }),
    );
  });

  it("leaves an amount alone that needs no conversion", () => {
    fc.assert(
      fc.property(amount, quote, (minor, from) => {
        expect(roundExact(exactIn(minor, EUR, EUR))).toBe(minor);
        expect(roundExact(exactIn(minor, from, from))).toBe(minor);
      }),
    );
  });

  it("agrees with long division on paper", () => {
    fc.assert(
      fc.property(amount, quote, (minor, from) => {
        expect(roundExact(exactIn(minor, from, EUR))).toBe(onPaper(minor, from));
      }),
    );
  });

  it("lies within half a minor unit of the exact amount", () => {
    fc.assert(
      fc.property(amount, quote, quote, (minor, from, to) => {
        const { numerator, denominator } = exactIn(minor, from, to);
        const apart = numerator - roundExact({ numerator, denominator }) * denominator;
        expect((apart < 0n ? -apart : apart) * 2n <= denominator).toBe(true);
      }),
    );
  });
});

/** Long division to 30 decimals of a euro, then schoolbook rounding of the written-out digits. */
function onPaper(minor: bigint, { currency, rate }: Quote): bigint {
  const exponent =
    new Map([
      ["SEK", 2],
      ["USD", 2],
      ["HUF", 2],
      ["JPY", 0],
      ["KWD", 3],
    ]).get(currency) ?? Number.NaN;
  const [whole = "", decimals = ""] = rate.split(".");
  const magnitude = minor < 0n ? -minor : minor;
  const dividend = magnitude * 10n ** BigInt(decimals.length + 30);
  const written = String(dividend / (BigInt(whole + decimals) * 10n ** BigInt(exponent)));
  const digits = written.padStart(31, "0");
  const cents = BigInt(digits.slice(0, -28)) + (Number(digits.at(-28)) >= 5 ? 1n : 0n);
  return minor < 0n ? -cents : cents;
}

describe("addExact", () => {
  const exact = fc
    .record({ minor: amount, from: quote, to: quote })
    .map(({ minor, from, to }) => exactIn(minor, from, to));
  const equal = (a: Exact, b: Exact) => a.numerator * b.denominator === b.numerator * a.denominator;

  it("loses nothing, in whatever order", () => {
    fc.assert(
      fc.property(fc.array(exact, { maxLength: 8 }), (parts) => {
        const sum = parts.reduce(addExact, ZERO);
        expect(equal(sum, parts.toReversed().reduce(addExact, ZERO))).toBe(true);
        const opposite = parts.map((part) => ({ ...part, numerator: -part.numerator }));
        expect(opposite.reduce(addExact, sum).numerator).toBe(0n);
      }),
    );
  });

  it("converts a sum to the sum of what it converts to", () => {
    fc.assert(
      fc.property(amount, amount, quote, quote, (a, b, from, to) => {
        const parts = addExact(exactIn(a, from, to), exactIn(b, from, to));
        expect(equal(parts, exactIn(a + b, from, to))).toBe(true);
      }),
    );
  });

  it("keeps the fraction short over many currencies", () => {
    const third = { numerator: 1n, denominator: 3n };
    const sum = Array.from({ length: 3_000 }, (_, at) =>
      at % 2 ? third : { numerator: 1n, denominator: 6n },
    ).reduce<Exact>(addExact, ZERO);
    expect(equal(sum, { numerator: 750n, denominator: 1n })).toBe(true);
    expect(sum.denominator).toBeLessThan(10n);
  });
});

test.for([
  ["XXX", "1.5"],
  ["SEK", "0"],
  ["SEK", "0.000"],
  ["SEK", "-1"],
  ["SEK", "1e3"],
  ["SEK", "N/A"],
  ["SEK", ""],
] as [Currency, string][])("refuses to convert %s at %j", ([currency, rate]) => {
  expect(() => exactIn(1n, { currency, rate }, EUR)).toThrow(RangeError);
  expect(() => exactIn(1n, EUR, { currency, rate })).toThrow(RangeError);
});
