import { expect, it } from "vitest";
import { checkTurnover } from "../../../../shared/vat/threshold/check.ts";
import { turnoverByMonth } from "../../../../shared/vat/threshold/turnover.ts";
import { makeThresholdInput } from "../../../make/threshold-input.ts";

const soldUntil = (to: string) =>
  makeThresholdInput({
    from: "2024-01-01",
    to,
    today: to,
    sold: [
      ["2023-12-31", 900],
      ["2024-01-31", 100],
      ["2024-02-01", 20],
      ["2024-03-15", 3],
      ["2024-03-16", 7],
    ],
  });

it("is what had been sold by the end of each month, and by the last day, which the check says too", () => {
  const input = soldUntil("2024-03-15");
  expect(turnoverByMonth(input)).toEqual([
    { to: "2024-01-31", current_minor: 100 },
    { to: "2024-02-29", current_minor: 120 },
    { to: "2024-03-15", current_minor: checkTurnover(input).current_minor },
  ]);
  expect(checkTurnover(input).current_minor).toBe(123);
});

it.for(["2024-01-01", "2024-01-31"])("is one figure on %s", (to) => {
  expect(turnoverByMonth(soldUntil(to)).map((one) => one.to)).toEqual([to]);
});
