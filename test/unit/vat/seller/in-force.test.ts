import fc from "fast-check";
import { expect, it, test } from "vitest";
import { type IsoDate, plusDays } from "../../../../shared/core/calendar/dates.ts";
import { overlap } from "../../../../shared/vat/seller/in-force.ts";

type Window = Parameters<typeof overlap>[0];

const window = (from: string, to?: string) =>
  ({ effective_from: from, effective_to: to }) as Window;

test.for([
  ["the same day", window("2024-01-01", "2024-01-01"), window("2024-01-01", "2024-01-01"), true],
  ["the end is the start", window("2024-01-01", "2024-06-30"), window("2024-06-30"), true],
  ["the day after", window("2024-01-01", "2024-06-30"), window("2024-07-01"), false],
  ["both open", window("2021-07-01"), window("2099-01-01"), true],
  ["open, and ended before", window("2021-07-01"), window("2020-01-01", "2021-06-30"), false],
  ["one inside", window("2024-01-01", "2024-12-31"), window("2024-05-05", "2024-05-06"), true],
] as const)("%s", ([, one, other, expected]) => {
  expect(overlap(one, other)).toBe(expected);
  expect(overlap(other, one)).toBe(expected);
});

const START = "2024-01-01" as IsoDate;
const days = fc
  .record({ first: fc.nat(20), length: fc.option(fc.nat(20), { nil: undefined }) })
  .map(({ first, length }) => ({
    effective_from: plusDays(START, first),
    effective_to: length === undefined ? undefined : plusDays(START, first + length),
  }));

it("is sharing a day", () => {
  const holds = (window: Window, day: IsoDate) =>
    window.effective_from <= day &&
    (window.effective_to === undefined || day <= window.effective_to);
  const calendar = Array.from({ length: 60 }, (_, n) => plusDays(START, n));
  fc.assert(
    fc.property(days, days, (one, other) => {
      expect(overlap(one, other)).toBe(
        calendar.some((day) => holds(one, day) && holds(other, day)),
      );
    }),
  );
});
