import { expect, test } from "vitest";
import { exponentOf } from "../../../shared/money/currency.ts";

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
