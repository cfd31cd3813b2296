import { expect, test } from "vitest";
import {
  exactOf,
  fitsExactly,
  negatedText,
  stepOf,
} from "../../../../shared/imports/orders/exact-amount.ts";
import { slackOf } from "../../../../shared/imports/orders/split-line.ts";

const whole = (minor: number) => ({ numerator: BigInt(minor), denominator: 1n });

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
    expect(fitsExactly(whole(net), whole(vat), rate, slackOf(n, 1))).toBe(fits);
  },
);

test.for<[text: string, currency: string, numerator: bigint, denominator: bigint]>([
  ["18.9", "EUR", 1_890n, 1n],
  ["-0.00", "EUR", 0n, 1n],
  ["15.271", "EUR", 15_271n, 10n],
  ["1,234.50", "EUR", 123_450n, 1n],
  ["100.40", "JPY", 10_040n, 100n],
  ["1.5", "KWD", 1_500n, 1n],
])("%s in %s is exact", ([text, currency, numerator, denominator]) => {
  expect(exactOf(text, currency, "total")).toEqual({ numerator, denominator });
});

test.for(["", "12,5", "1e3", "1 000", "12.5.1"])("the text '%s' is no amount", (text) => {
  expect(() => exactOf(text, "EUR", "total")).toThrow("is no amount");
});

test("a text gets the other sign, and its decimals are the step of the shop", () => {
  expect(["12.50", "-12.50", "+1"].map(negatedText)).toEqual(["-12.50", "12.50", "-1"]);
  const steps = [["12", "13"], ["12.50"], ["12.5000", "1"]].map((texts) => stepOf(texts, "EUR"));
  expect(steps).toEqual([100, 1, 0.01]);
});
