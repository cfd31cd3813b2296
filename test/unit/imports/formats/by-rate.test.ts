import { expect, test } from "vitest";
import { fitsRate } from "../../../../shared/imports/formats/by-rate.ts";

test.for<[net: number, vat: number, rate: number, roundings: number, fits: boolean]>([
  [10_000, 1_900, 1_900, 0, true],
  [10_000, 1_901, 1_900, 0, false],
  // Half a cent on each side of the rounding is the rate's.
  [150, 29, 1_900, 0, true],
  [50, 10, 1_900, 0, true],
  [50, 9, 1_900, 0, true],
  [50, 8, 1_900, 0, false],
  [50, 8, 1_900, 2, true],
  [-50, -10, 1_900, 0, true],
])(
  "%i with VAT of %i at %i basis points, rounded %i times more: %s",
  ([net, vat, rate, n, fits]) => {
    expect(fitsRate(net, vat, rate, n)).toBe(fits);
  },
);
