import { expect, it } from "vitest";
import { breakEven } from "../../../scripts/bench/peers/break-even.ts";

const at = (...ratios: readonly [events: number, ratio: number][]) =>
  breakEven(ratios.map(([events, ratio]) => ({ events, ratio })));

it("lies between the two sizes beside it, on a line of logarithms", () => {
  expect(at([1_000, 4], [10_000, 2], [100_000, 0.5])).toBeCloseTo(10_000 * Math.sqrt(10));
  expect(at([1_000, 1], [10_000, 0.1])).toBe(1_000);
});

it("is the last crossing, when a busy machine has made several", () => {
  expect(at([1_000, 0.9], [10_000, 2], [100_000, 0.5])).toBeGreaterThan(10_000);
});

it("is the smallest size that was measured at most, and may lie beyond the largest", () => {
  expect(at([1_000, 0.9], [10_000, 0.5])).toBe(1_000);
  expect(at([1_000, 4], [10_000, 1])).toBeUndefined();
  expect(at()).toBeUndefined();
});
