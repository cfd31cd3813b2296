import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountsView, sumAmounts, taxed } from "../../../../shared/core/money/money.ts";

type Case = readonly [
  what: string,
  amount: bigint,
  rate: number,
  net: bigint,
  vat: bigint,
  gross: bigint,
];

const INCLUSIVE: readonly Case[] = [
  ["21 % of 121.00", 12_100n, 2_100, 10_000n, 2_100n, 12_100n],
  ["19 % of 10.00", 1_000n, 1_900, 840n, 160n, 1_000n],
  ["3.12 % of 251.20", 25_120n, 312, 24_360n, 760n, 25_120n],
  ["a half goes up: 3 at 100 %", 3n, 10_000, 2n, 1n, 3n],
  ["a half of a credit goes down", -3n, 10_000, -2n, -1n, -3n],
  ["a cent", 1n, 2_500, 1n, 0n, 1n],
  ["nothing", 0n, 2_500, 0n, 0n, 0n],
  ["no rate", 999n, 0, 999n, 0n, 999n],
  [
    "the largest amount",
    1_000_000_000_000n,
    2_700,
    787_401_574_803n,
    212_598_425_197n,
    1_000_000_000_000n,
  ],
];

const EXCLUSIVE: readonly Case[] = [
  ["21 % on 100.00", 10_000n, 2_100, 10_000n, 2_100n, 12_100n],
  ["5.5 % on 5.00, a half", 500n, 550, 500n, 28n, 528n],
  ["5.5 % on a credit of 5.00", -500n, 550, -500n, -28n, -528n],
  ["13.5 % on 3.33", 333n, 1_350, 333n, 45n, 378n],
  ["25 % on 1, less than a half", 1n, 2_500, 1n, 0n, 1n],
  ["25 % on 2, a half", 2n, 2_500, 2n, 1n, 3n],
];

describe("a price is taken apart", () => {
  it.for(INCLUSIVE)("with VAT: %s", ([, amount, rate, net, vat, gross]) => {
    expect(taxed(amount, rate, true)).toEqual({ net, vat, gross });
  });

  it.for(EXCLUSIVE)("without VAT: %s", ([, amount, rate, net, vat, gross]) => {
    expect(taxed(amount, rate, false)).toEqual({ net, vat, gross });
  });
});

const LARGEST = 1_000_000_000_000n;
const amount = fc.bigInt({ min: -LARGEST, max: LARGEST });
const rate = fc.integer({ min: 0, max: 10_000 });
const apart = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one);

describe("at every rate and amount", () => {
  it("net and VAT make up gross, and the given part stays as it was", () => {
    fc.assert(
      fc.property(amount, rate, fc.boolean(), (given, bps, includesVat) => {
        const { net, vat, gross } = taxed(given, bps, includesVat);
        expect(net + vat).toBe(gross);
        expect(includesVat ? gross : net).toBe(given);
      }),
    );
  });

  it("VAT on the net of an inclusive price gives that price back, within one minor unit", () => {
    fc.assert(
      fc.property(amount, rate, (given, bps) => {
        const inclusive = taxed(given, bps, true);
        const back = taxed(inclusive.net, bps, false);
        expect(apart(back.gross, given)).toBeLessThanOrEqual(1n);
        expect(apart(back.vat, inclusive.vat)).toBeLessThanOrEqual(1n);
      }),
    );
  });

  it("the net inside a gross price is the net it was made of", () => {
    fc.assert(
      fc.property(amount, rate, (given, bps) => {
        const { gross } = taxed(given, bps, false);
        expect(apart(taxed(gross, bps, true).net, given)).toBeLessThanOrEqual(1n);
      }),
    );
  });

  it("a credit is the exact opposite of its charge", () => {
    fc.assert(
      fc.property(amount, rate, fc.boolean(), (given, bps, includesVat) => {
        const charge = taxed(given, bps, includesVat);
        const credit = taxed(-given, bps, includesVat);
        expect(sumAmounts([charge, credit])).toEqual({ net: 0n, vat: 0n, gross: 0n });
      }),
    );
  });

  it("the VAT is within half a minor unit of the exact one", () => {
    fc.assert(
      fc.property(amount, rate, fc.boolean(), (given, bps, includesVat) => {
        const { vat } = taxed(given, bps, includesVat);
        const denominator = includesVat ? 10_000n + BigInt(bps) : 10_000n;
        const error = apart(vat * denominator, given * BigInt(bps));
        expect(2n * error <= denominator).toBe(true);
      }),
    );
  });
});

describe("an answer", () => {
  it("has JSON numbers, and no minus zero", () => {
    const view = amountsView(taxed(-1n, 2_500, true));
    expect(view).toEqual({ gross_amount_minor: -1, net_amount_minor: -1, vat_amount_minor: 0 });
    expect(Object.is(view.vat_amount_minor, -0)).toBe(false);
  });

  it("is refused where a JSON number would lose digits", () => {
    expect(() => amountsView(taxed(2n ** 53n, 0, true))).toThrow(RangeError);
  });
});
