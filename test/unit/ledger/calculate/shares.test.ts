import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shares, shippingWeights } from "../../../../shared/ledger/calculate/portions.ts";

describe("an amount is split", () => {
  it.for<[string, bigint, bigint[], bigint[]]>([
    ["by weight", 2_000n, [100n, 300n], [500n, 1_500n]],
    ["with the largest remainder first", 100n, [1n, 1n, 4n], [17n, 17n, 66n]],
    ["with the first of equal remainders first", 100n, [1n, 1n, 1n], [34n, 33n, 33n]],
    ["a credit like its charge", -100n, [1n, 1n, 1n], [-34n, -33n, -33n]],
    ["nothing", 0n, [1n, 2n], [0n, 0n]],
    ["less than there are parts", 1n, [1n, 1n, 1n], [1n, 0n, 0n]],
    ["to one", 7n, [5n], [7n]],
    ["without weights evenly", 3n, [0n, 0n], [2n, 1n]],
    ["past a part without weight", 9n, [0n, 3n], [0n, 9n]],
  ])("%s", ([, amount, weights, parts]) => {
    expect(shares(amount, weights)).toEqual(parts);
  });

  it("wholly, deterministically, and each part within one of its exact share", () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), weights, (amount, given) => {
        const parts = shares(amount, given);
        const total = given.reduce((sum, weight) => sum + weight, 0n);
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount);
        expect(shares(amount, given)).toEqual(parts);
        expect(parts.every((part) => part === 0n || part < 0n === amount < 0n)).toBe(true);
        if (total === 0n) return;
        for (const [index, part] of parts.entries()) {
          const error = part * total - amount * (given[index] ?? 0n);
          expect(error < total && error > -total).toBe(true);
        }
      }),
    );
  });
});

describe("shipping goes by net value", () => {
  it.for<[string, bigint, bigint[], bigint[]]>([
    ["of charges", 6n, [10n, 20n], [10n, 20n]],
    ["a credit by that of credits", -6n, [-10n, -20n], [10n, 20n]],
    ["a charge past credits", 6n, [-40n, 100n], [0n, 100n]],
    ["a credit past charges", -6n, [-40n, 100n], [40n, 0n]],
    ["a charge with credits alone by their size", 6n, [-40n, -10n], [40n, 10n]],
    ["of free goods by nothing", 6n, [0n, 0n], [0n, 0n]],
  ])("%s", ([, shipping, nets, weights]) => {
    expect(shippingWeights(shipping, nets)).toEqual(weights);
  });
});
