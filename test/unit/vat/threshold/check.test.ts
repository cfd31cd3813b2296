import { describe, expect, it, test } from "vitest";
import {
  checkConsignment,
  checkTurnover,
  thresholdStatus,
} from "../../../../shared/vat/threshold/check.ts";
import { IossThresholdCheck, ThresholdStatus } from "../../../../shared/vat/threshold/schema.ts";
import { makeThresholdInput, type Sold } from "../../../make/threshold-input.ts";

const sold = (day: string, amount: number, currency = "EUR"): Sold => [day, amount, currency];
const inputOf = (from: string, to: string, ...sales: Sold[]) =>
  makeThresholdInput({ from, to, sold: sales });

describe("where destination taxation applies", () => {
  test.for([
    [[], false, false, "nothing sold"],
    [[["2025-05-01", 1_000_000]], false, false, "at the limit"],
    [[["2025-05-01", 1_000_001]], true, false, "exceeded this year"],
    [[["2024-12-31", 1_000_001]], false, true, "the year before: from the first sale of January"],
    [[["2024-12-31", 1_000_000]], false, false, "the year before, at the limit"],
    [[["2023-12-31", 9_000_000]], false, false, "two years before is forgotten"],
    [
      [
        ["2024-12-31", 600_000],
        ["2025-01-01", 600_000],
      ],
      false,
      false,
      "two years are not added together",
    ],
  ] as const)("%j: exceeded %s, before %s (%s)", ([sales, exceeded, before]) => {
    const sums = sales.map(([day, amount]) => sold(day, amount));
    const check = checkTurnover(inputOf("2025-01-01", "2025-12-31", ...sums));
    expect(check.exceeded).toBe(exceeded);
    expect(check.previous_year).toMatchObject({ year: 2024, exceeded: before });
    expect(check.destination_taxation_applies).toBe(exceeded || before);
  });

  it("is tested on calendar years, whatever range is asked for", () => {
    const early = sold("2025-02-01", 900_000);
    const late = sold("2025-11-01", 200_000);
    const autumn = checkTurnover(inputOf("2025-10-01", "2025-12-31", early, late));
    expect(autumn).toMatchObject({
      current_minor: 200_000,
      exceeded: false,
      destination_taxation_applies: true,
    });
    const acrossYears = inputOf("2024-07-01", "2025-06-30", sold("2024-08-01", 900_000), early);
    expect(checkTurnover(acrossYears)).toMatchObject({
      current_minor: 1_800_000,
      exceeded: true,
      crossed_on: "2025-02-01",
      previous_year: { year: 2024, current_minor: 900_000, exceeded: false },
      destination_taxation_applies: false,
    });
    const untilAutumn = inputOf("2025-01-01", "2025-10-31", early, late);
    expect(checkTurnover(untilAutumn).destination_taxation_applies).toBe(false);
  });
});

it("says which year lacks sales that could not be converted", () => {
  const check = checkTurnover(
    inputOf("2025-01-01", "2025-12-31", sold("2024-03-01", 5, "USD"), sold("2025-03-01", 5)),
  );
  expect(check).toMatchObject({
    eur_only: false,
    unconverted_currencies: [],
    previous_year: { eur_only: true, current_minor: 0 },
  });
});

it("the status has one check, the year to date, and repeats its currencies", () => {
  const input = inputOf("2025-01-01", "2025-08-01", sold("2025-03-01", 5, "USD"));
  const status = thresholdStatus(input);
  expect(ThresholdStatus.parse(status)).toEqual(status);
  expect(status).toMatchObject({
    checks: [checkTurnover(input)],
    period: { from: "2025-01-01", to: "2025-08-01" },
    eur_only: true,
    converted_currencies: [],
    unconverted_currencies: ["USD"],
  });
});

test.for([
  [0, 15_000, 0, false, false],
  [13_499, 1_501, 89, false, false],
  [13_500, 1_500, 90, false, true],
  [14_999, 1, 99, false, true],
  [15_000, 0, 100, false, true],
  [15_001, 0, 100, true, false],
] as const)("a consignment of %i cents", ([amount, remaining, percentage, exceeded, warning]) => {
  const check = checkConsignment(amount);
  expect(IossThresholdCheck.parse(check)).toEqual(check);
  expect(check).toMatchObject({
    threshold_type: "ioss",
    threshold_minor: 15_000,
    currency: "EUR",
    current_minor: amount,
    remaining_minor: remaining,
    percentage_used: percentage,
    exceeded,
    warning,
  });
  expect(check).not.toHaveProperty("eur_only");
});
