import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import type { Currency } from "../../../shared/core/money/money.ts";
import { newCrossings } from "../../../shared/notifications/crossings.ts";
import {
  checkTurnover,
  positionAgainst,
  thresholdStatus,
} from "../../../shared/vat/threshold/check.ts";
import {
  type ThresholdYear,
  thresholdYearsOf,
} from "../../../shared/vat/threshold/threshold-input.ts";
import { makeThresholdInput } from "../../make/threshold-input.ts";

const LIMIT = 1_000_000;
const now = new Date("2026-11-20T12:00:00Z");
const NOTHING: ReadonlySet<string> = new Set();

const thresholdYear = (current_minor: number, closed = false): ThresholdYear => {
  const { remaining_minor, ...position } = positionAgainst(LIMIT, current_minor);
  const year = closed ? 2025 : 2026;
  const crossing = { crossed_on: null, crossed_on_eur: null, deciding_currency: "EUR" as const };
  const rest = { registered: false, eur_only: false };
  return { year, closed, threshold_minor: LIMIT, ...position, ...crossing, ...rest };
};

const notifiedOf = (current_minor: number, closed = false, known = NOTHING) =>
  newCrossings("shop" as LedgerId, [thresholdYear(current_minor, closed)], known, now).map(
    ({ id }) => id,
  );

const WARNING = "shop-2026-warning";
const EXCEEDED = "shop-2026-exceeded";

describe("newCrossings", () => {
  test.for([
    [0, []],
    [899_999, []],
    [900_000, [WARNING]],
    [1_000_000, [WARNING]],
    [1_000_001, [EXCEEDED]],
    [90_000_000_000, [EXCEEDED]],
  ] as const)("at %i cents of this year: %j", ([current, ids]) => {
    expect(notifiedOf(current)).toEqual(ids);
  });

  test.for([
    [999_999, []],
    [1_000_000, []],
    [1_000_001, ["shop-2025-exceeded"]],
  ] as const)("at %i cents of a year that is over: %j", ([current, ids]) => {
    expect(notifiedOf(current, true)).toEqual(ids);
  });

  it("tells each crossing of a year once, also after a fall below it", () => {
    expect(notifiedOf(1_000_001, false, new Set([WARNING]))).toEqual([EXCEEDED]);
    expect(notifiedOf(950_000, false, new Set([WARNING, EXCEEDED]))).toEqual([]);
    expect(notifiedOf(2_000_000, false, new Set([WARNING, EXCEEDED]))).toEqual([]);
    expect(
      notifiedOf(1_000_001, false, new Set(["shop-2025-warning", "other-2026-warning"])),
    ).toEqual([EXCEEDED]);
  });

  it("tells of nothing near after it was exceeded", () => {
    expect(notifiedOf(950_000, false, new Set([EXCEEDED]))).toEqual([]);
    expect(notifiedOf(950_000, false, new Set(["shop-2025-exceeded"]))).toEqual([WARNING]);
  });

  it("says how it stood", () => {
    const crossed_on = "2026-11-19" as IsoDate;
    const exceeded = { ...thresholdYear(1_234_567), crossed_on, eur_only: true };
    expect(newCrossings("shop" as LedgerId, [exceeded], new Set([WARNING]), now)).toEqual([
      {
        id: EXCEEDED,
        kind: "vat.threshold.exceeded",
        year: 2026,
        threshold_minor: LIMIT,
        currency: "EUR" as const,
        current_minor: 1_234_567,
        percentage_used: 123,
        crossed_on,
        crossed_on_eur: null,
        deciding_currency: "EUR" as const,
        registered: false,
        eur_only: true,
        created_at: now.toISOString(),
        read_at: null,
      },
    ]);
  });

  it("tells, over any course of a year, each line that was seen crossed before a higher one, and nothing twice", () => {
    const course = fc.array(fc.integer({ min: 0, max: 1_500_000 }), { maxLength: 30 });
    fc.assert(
      fc.property(course, (amounts) => {
        const known = new Set<string>();
        for (const amount of amounts) {
          const fresh = notifiedOf(amount, false, known);
          expect(fresh.filter((id) => known.has(id))).toEqual([]);
          for (const id of fresh) known.add(id);
        }
        const first = amounts.findIndex((amount) => amount > LIMIT);
        const before = first < 0 ? amounts : amounts.slice(0, first);
        expect(known.has(WARNING)).toBe(before.some((amount) => amount >= 900_000));
        expect(known.has(EXCEEDED)).toBe(first >= 0);
      }),
    );
  });

  it("gives no two accounts, years or kinds the same id", () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/);
    fc.assert(
      fc.property(name, name, (one, other) => {
        const both = [thresholdYear(2_000_000, true), thresholdYear(2_000_000)];
        const ids = [one, other].flatMap((account) =>
          newCrossings(account as LedgerId, both, NOTHING, now).map(({ id }) => id),
        );
        expect(new Set(ids).size).toBe(one === other ? 2 : 4);
      }),
    );
  });
});

describe("standingsOf", () => {
  const day = (date: string, taxable_amount_minor: bigint, currency: Currency = "EUR") => ({
    day: date as IsoDate,
    currency,
    taxable_amount_minor,
    countries: new Map([["DE", taxable_amount_minor]]),
  });
  const today = "2026-11-20" as IsoDate;
  const range = { from: "2026-01-01" as IsoDate, to: today };

  it("keeps this year and the year before apart, to the day", () => {
    const sums = [
      day("2024-12-31", 9_000_000n),
      day("2025-01-01", 600_000n),
      day("2025-12-31", 500_000n),
      day("2026-01-01", 500_000n),
      day("2026-11-20", 499_999n),
      day("2026-11-21", 9_000_000n),
    ];
    const standings = thresholdYearsOf({ ...makeThresholdInput({ today }), range, sums });
    expect(standings).toMatchObject([
      {
        year: 2025,
        closed: true,
        current_minor: 1_100_000,
        exceeded: true,
        crossed_on: "2025-12-31",
      },
      { year: 2026, closed: false, current_minor: 999_999, exceeded: false, warning: true },
    ]);
  });

  it("says when sales could not be converted", () => {
    const sums = [day("2026-02-02", 100n), day("2026-02-02", 5_000_000n, "SEK")];
    const standings = thresholdYearsOf({ ...makeThresholdInput({ today }), range, sums });
    expect(standings.map(({ eur_only }) => eur_only)).toEqual([false, true]);
    expect(standings[1]?.current_minor).toBe(100);
  });

  it("tells a Swedish seller at SEK 99,680, which is not EUR 10,000 at the day's rate (Art. 59c(5))", () => {
    const kronor = {
      ...makeThresholdInput({
        to: "2026-11-20",
        today,
        seat: "SE",
        sold: [
          ["2026-03-02", 9_968_000, "SEK"],
          ["2026-03-03", 1, "SEK"],
        ],
        rates: { "2026-03-02": { SEK: "11.1530" }, "2026-03-03": { SEK: "11.1530" } },
      }),
      range,
    };
    expect(thresholdYearsOf(kronor)[1]).toMatchObject({
      current_minor: 893_751,
      percentage_used: 89,
      exceeded: true,
      warning: false,
      crossed_on: "2026-03-03",
      crossed_on_eur: null,
      deciding_currency: "SEK" as const,
    });
  });

  it.for([
    ["SEK", "SE", "11.1530", 895_000, "2026-03-03", 150_000, "2026-04-01"],
    ["CZK", "CZ", "25.0000", 1_000_100, "2026-04-01", 50_000, "2026-03-03"],
  ] as const)(
    "the days of a crossing in %s and in euro are those of check, overview and notification",
    ([currency, seat, rate, first, decided, second, inEuro]) => {
      const rates = { "2026-03-03": { [currency]: rate }, "2026-04-01": { [currency]: rate } };
      const input = {
        ...makeThresholdInput({
          ...{ to: "2026-11-20", today, seat, rates },
          sold: [
            ["2026-03-03", first, "EUR"],
            ["2026-04-01", second, "EUR"],
          ],
        }),
        range,
      };
      const days = { crossed_on: decided, crossed_on_eur: inEuro };
      const year = thresholdYearsOf(input)[1];
      expect(year).toMatchObject({ ...days, deciding_currency: currency, exceeded: true });
      expect(checkTurnover(input)).toMatchObject({ ...days, decision: { currency } });
      expect(thresholdStatus(input).checks[0]).toMatchObject(days);
      const [notification] = newCrossings("shop" as LedgerId, year ? [year] : [], NOTHING, now);
      expect(notification).toMatchObject({ ...days, kind: "vat.threshold.exceeded" });
    },
  );

  it("is near, and not exceeded, above EUR 10,000 while the deciding currency is below its limit", () => {
    const input = {
      ...makeThresholdInput({
        ...{ to: "2026-11-20", today, seat: "CZ", rates: { "2026-03-03": { CZK: "25.0000" } } },
        sold: [["2026-03-03", 1_000_100, "EUR"]],
      }),
      range,
    };
    expect(thresholdYearsOf(input)[1]).toMatchObject({ exceeded: false, warning: true });
  });
});
