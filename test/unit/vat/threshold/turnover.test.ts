import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type IsoDate, plusDays } from "../../../../shared/core/calendar/dates.ts";
import type { Currency } from "../../../../shared/core/money/money.ts";
import type { DayRates, DaySum } from "../../../../shared/vat/threshold/day-sums.ts";
import { turnoverIn } from "../../../../shared/vat/threshold/turnover.ts";

const YEAR = { from: "2025-01-01" as IsoDate, to: "2025-12-31" as IsoDate };
const LIMIT = 1_000_000;
const [THU, FRI] = ["2025-03-13" as IsoDate, "2025-03-14" as IsoDate];
const rates: DayRates = {
  today: "2026-02-01" as IsoDate,
  days: new Map([
    [THU, { USD: "1.25", JPY: "160", SEK: "3" }],
    [FRI, { USD: "1.5", JPY: "150" }],
  ]),
};

const sold = (day: IsoDate, currency: Currency, countries: Record<string, number>): DaySum => ({
  day,
  currency,
  taxable_amount_minor: BigInt(Object.values(countries).reduce((a, b) => a + b, 0)),
  countries: new Map(Object.entries(countries).map(([code, amount]) => [code, BigInt(amount)])),
});
const turnover = (...sums: DaySum[]) => turnoverIn(YEAR, sums, rates, LIMIT);

describe("turnoverIn", () => {
  it("converts each day at its own rate, to the minor unit of each currency", () => {
    expect(
      turnover(
        sold(THU, "USD", { DE: 12_500 }),
        sold(FRI, "USD", { DE: 12_500, FR: 1 }),
        sold(FRI, "JPY", { FR: 1_500 }),
        sold(FRI, "EUR", { EL: 7 }),
      ),
    ).toEqual({
      current_minor: 10_000 + 8_334 + 1_000 + 7,
      crossed_on: null,
      countries: [
        { member_state_of_consumption: "DE", amount_minor: 18_333 },
        { member_state_of_consumption: "EL", amount_minor: 7 },
        { member_state_of_consumption: "FR", amount_minor: 1_001 },
      ],
      converted_currencies: ["JPY", "USD"],
      unconverted_currencies: [],
    });
  });

  it("rounds the sum once, not each day: three thirds of a cent are a cent", () => {
    const third = sold(THU, "SEK", { DE: 1 });
    expect(turnover(third).current_minor).toBe(0);
    expect(turnover(third, third, third).current_minor).toBe(1);
  });

  it("leaves out what has no rate, and says so, even of a currency that converts elsewhere", () => {
    const some = turnover(
      sold(THU, "SEK", { DE: 300 }),
      sold(FRI, "SEK", { DE: 900_000_000 }),
      sold(FRI, "AED", { FR: 900_000_000 }),
    );
    expect(some).toMatchObject({
      current_minor: 100,
      crossed_on: null,
      converted_currencies: ["SEK"],
      unconverted_currencies: ["AED", "SEK"],
    });
    expect(some.countries).toEqual([{ member_state_of_consumption: "DE", amount_minor: 100 }]);
  });

  it("counts both ends of the range and nothing beyond", () => {
    const days = ["2024-12-31", "2025-01-01", "2025-12-31", "2026-01-01"] as IsoDate[];
    const sums = days.map((day, n) => sold(day, "EUR", { DE: 10 ** n }));
    expect(turnover(...sums).current_minor).toBe(110);
  });
});

describe("the day of crossing", () => {
  test.for([
    [[1_000_000], null, "the limit is not exceeded"],
    [[1_000_001], 0, "in one sale"],
    [[1_000_000, 1], 1, "by a cent of the next day"],
    [[600_000, 300_000, 200_000, 900_000], 2, "once, in the middle"],
    [[999_999, 0, 1, 0, 0, 1, 5], 5, "days without amounts are no crossing"],
  ] as const)("%j: %s (%s)", ([amounts, at]) => {
    const sums = amounts.map((amount, n) => sold(plusDays(YEAR.from, n), "EUR", { DE: amount }));
    const expected = at === null ? null : plusDays(YEAR.from, at);
    expect(turnover(...sums).crossed_on).toBe(expected);
    expect(turnover(...sums.toReversed()).crossed_on).toBe(expected);
  });

  it("is the end of the day at which the rounded sum is above the limit", () => {
    // EUR 9,999.99 and 10 000.00 1/3 cent: not above; with 2/3 of a cent it rounds above.
    const before = sold(THU, "EUR", { DE: 1_000_000 });
    expect(turnover(before, sold(THU, "SEK", { DE: 1 })).crossed_on).toBeNull();
    expect(turnover(before, sold(THU, "SEK", { DE: 2 })).crossed_on).toBe(THU);
  });
});

/** A minor unit in 120ths of a cent, at 1.25 dollars, 160 yen and 3 kronor to the euro. */
const PARTS = { EUR: 120, USD: 96, JPY: 75, SEK: 40 } as const;
const recount = (sales: readonly { currency: keyof typeof PARTS; amount: number }[]): number =>
  Math.floor(
    (sales.reduce((sum, { amount, currency }) => sum + amount * PARTS[currency], 0) + 60) / 120,
  );

const saleOf = fc.record({
  n: fc.nat({ max: 30 }),
  currency: fc.constantFrom("EUR", "USD", "JPY", "SEK"),
  country: fc.constantFrom("DE", "FR", "EL"),
  amount: fc.nat({ max: 150_000 }),
});

it("any sales: total, countries and crossing equal a recount in another arithmetic", () => {
  const daily: DayRates = {
    today: "2026-02-01" as IsoDate,
    days: new Map(
      Array.from({ length: 60 }, (_, n) => [
        plusDays("2024-12-15" as IsoDate, n),
        { USD: "1.25", JPY: "160", SEK: "3" },
      ]),
    ),
  };
  fc.assert(
    fc.property(fc.array(saleOf, { maxLength: 60 }), (sales) => {
      const sums = sales.map(({ n, currency, country, amount }) =>
        sold(plusDays(YEAR.from, n), currency, { [country]: amount }),
      );
      const found = turnoverIn(YEAR, sums, daily, LIMIT);
      expect(found.current_minor).toBe(recount(sales));
      for (const { member_state_of_consumption, amount_minor } of found.countries) {
        const own = sales.filter(({ country }) => country === member_state_of_consumption);
        expect(amount_minor).toBe(recount(own));
      }
      const crossed = Array.from({ length: 31 }, (_, n) => n).find(
        (day) => recount(sales.filter(({ n }) => n <= day)) > LIMIT,
      );
      expect(found.crossed_on).toBe(crossed === undefined ? null : plusDays(YEAR.from, crossed));
    }),
    { numRuns: 300 },
  );
});
