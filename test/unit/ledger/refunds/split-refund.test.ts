import fc from "fast-check";
import { expect, it, test } from "vitest";
import {
  grossLeft,
  grossOf,
  type RefundablePart,
  splitRefund,
} from "../../../../shared/ledger/refunds/split-refund.ts";

type Pair = readonly [net: number, vat: number];

const amounts = ([net, vat]: Pair) => ({ net: BigInt(net), vat: BigInt(vat) });
const part = (sold: Pair, left: Pair = sold): RefundablePart => ({
  sold: amounts(sold),
  left: amounts(left),
});

test.for<[what: string, parts: RefundablePart[], gross: number, taken: Pair[]]>([
  ["a part of one rate", [part([10_000, 1_900])], 5_950, [[5_000, 950]]],
  ["all of one rate", [part([10_000, 1_900])], 11_900, [[10_000, 1_900]]],
  [
    "a half of an order of two rates",
    [part([9_382, 1_783]), part([942, 66])],
    6_087,
    [
      [4_691, 892],
      [471, 33],
    ],
  ],
  [
    "a cent, which the part with the larger remainder gets",
    [part([9_382, 1_783]), part([942, 66])],
    1,
    [
      [1, 0],
      [0, 0],
    ],
  ],
  ["the exact rest, though it is off the ratio", [part([100, 19], [14, 5])], 19, [[14, 5]]],
  ["no more VAT than is left", [part([100, 19], [90, 1])], 50, [[49, 1]]],
  ["no more net than is left", [part([100, 19], [1, 19])], 10, [[1, 9]]],
  ["a half cent of VAT, which is rounded up as in prices", [part([500, 100])], 3, [[2, 1]]],
  ["a reverse charge", [part([12_345, 0])], 45, [[45, 0]]],
  ["a sale of nothing that was raised later", [part([0, 0], [1_000, 190])], 119, [[100, 19]]],
  [
    "a part of which nothing is left",
    [part([100, 19], [0, 0]), part([100, 7])],
    107,
    [
      [0, 0],
      [100, 7],
    ],
  ],
])("%s", ([, parts, gross, taken]) => {
  expect(splitRefund(parts, BigInt(gross))).toEqual(taken.map(amounts));
});

const Amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
const Amounts = fc.record({ net: Amount, vat: Amount });
const Parts = fc.array(fc.record({ sold: Amounts, left: Amounts }), {
  minLength: 1,
  maxLength: 15,
});
const Share = fc.bigInt({ min: 0n, max: 1_000_000n });

it("adds up to the amount asked for, and takes no more than is left", () => {
  fc.assert(
    fc.property(Parts, Share, (parts, share) => {
      const gross = (grossLeft(parts) * share) / 1_000_000n;
      const taken = splitRefund(parts, gross);
      expect(taken.reduce((sum, one) => sum + grossOf(one), 0n)).toBe(gross);
      for (const [n, { net, vat }] of taken.entries()) {
        const { left } = parts[n] as RefundablePart;
        expect(net >= 0n && net <= left.net && vat >= 0n && vat <= left.vat).toBe(true);
      }
    }),
  );
});

/** Refunds these amounts one after another, each of at most what is left, and then the rest. */
function refundAll(sold: readonly RefundablePart["sold"][], wanted: readonly bigint[]) {
  let parts = sold.map((amounts): RefundablePart => ({ sold: amounts, left: amounts }));
  const take = (gross: bigint) => {
    const taken = splitRefund(parts, gross);
    parts = parts.map(({ sold, left }, n) => {
      const { net = 0n, vat = 0n } = taken[n] ?? {};
      return { sold, left: { net: left.net - net, vat: left.vat - vat } };
    });
    return taken;
  };
  const least = (a: bigint, b: bigint) => (a < b ? a : b);
  const refunds = wanted.map((gross) => take(least(gross, grossLeft(parts))));
  refunds.push(take(grossLeft(parts)));
  return sold.map((_, n) =>
    refunds.reduce(
      (sum, taken) => ({
        net: sum.net + (taken[n]?.net ?? 0n),
        vat: sum.vat + (taken[n]?.vat ?? 0n),
      }),
      { net: 0n, vat: 0n },
    ),
  );
}

it("takes back what was sold, to the cent, by refunds in any order", () => {
  const wanted = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { maxLength: 10 });
  const sold = fc.array(Amounts, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(sold, wanted, (sold, wanted) => {
      expect(refundAll(sold, wanted)).toEqual(sold);
      expect(refundAll(sold, wanted.toReversed())).toEqual(sold);
    }),
  );
});
