import { expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { nationalEquivalents } from "../../../../shared/vat/threshold/day-sums.ts";

const on = (day: string) =>
  Object.fromEntries(
    nationalEquivalents(day as IsoDate).map(({ currency, amount_minor }) => [
      currency,
      amount_minor / 100,
    ]),
  );

it("knows the amounts of the nine currencies of 2022", () => {
  expect(on("2022-12-31")).toEqual({
    BGN: 19_558,
    CZK: 256_530,
    DKK: 74_415,
    GBP: 8_818,
    HRK: 75_543,
    HUF: 3_139_600,
    PLN: 42_020,
    RON: 46_337,
    SEK: 99_680,
  });
});

test.for([
  ["2023-01-01", "HRK", "2022-12-31"],
  ["2026-01-01", "BGN", "2025-12-31"],
])("from %s on there is no %s", ([first, currency, last]) => {
  expect(on(last as string)).toHaveProperty(currency as string);
  expect(on(first as string)).not.toHaveProperty(currency as string);
});

it("is in order", () => {
  const currencies = Object.keys(on("2022-12-31"));
  expect(currencies).toEqual(currencies.toSorted());
});
