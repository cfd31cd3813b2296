import * as listed from "dinero.js/currencies";
import { expect, test } from "vitest";
import { exponentOf } from "../../../../shared/core/money/money.ts";

test.for([
  ["EUR", 2],
  ["DKK", 2],
  ["HUF", 2],
  ["JPY", 0],
  ["KRW", 0],
  ["ISK", 0],
  ["KWD", 3],
  ["HRK", 2],
  ["BGN", 2],
  ["RUB", 2],
  ["eur", undefined],
  ["XXZ", undefined],
  ["", undefined],
  ["constructor", undefined],
  ["__proto__", undefined],
] as const)("%j has exponent %s", ([currency, exponent]) => {
  expect(exponentOf(currency)).toBe(exponent);
});

/** ISO 4217, list one: every other currency has two decimals. */
const NOT_TWO: Readonly<Record<string, number>> = Object.fromEntries(
  [
    "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    "",
    "",
    "BHD IQD JOD KWD LYD OMR TND",
    "CLF UYW",
  ].flatMap((codes, exponent) => codes.split(" ").map((code) => [code, exponent])),
);

test("every currency that dinero.js lists has the decimals of ISO 4217", () => {
  const found = Object.keys(listed).map((code) => [code, exponentOf(code)]);
  expect(found).toEqual(Object.keys(listed).map((code) => [code, NOT_TWO[code] ?? 2]));
  expect(found).toHaveLength(166);
});
