import { expect, it } from "vitest";
import { type Quarter, quartersOf, yearBefore } from "../../../console/src/overview/quarters.ts";
import { standing } from "../../make/due-return.ts";

it("the picture has the last eight quarters of the Union scheme whose VAT is known, the oldest first", () => {
  const keys = ["2026-Q3", "2026-Q2", "2026-Q1", "2025-Q4", "2025-Q3", "2025-Q2", "2025-Q1"];
  const returns = [
    standing("2026-10"),
    standing("2026-Q4", { payable_vat_minor: null }),
    ...[...keys, "2024-Q4", "2024-Q3"].map((key) => standing(key)),
  ];
  expect(quartersOf(returns).map(({ period_key }) => period_key)).toEqual(
    [...keys, "2024-Q4"].toReversed(),
  );
});

it("a quarter is compared with that of the year before, in the same currency and of one registration", () => {
  const all = [
    standing("2025-Q3", { payable_vat_minor: 70 }),
    standing("2025-Q2", { return_currency: "PLN" }),
    standing("2025-Q1"),
    standing("2025-Q1", { registration_id: 2 }),
  ] as Quarter[];
  const before = (key: string) => yearBefore(standing(key), all)?.payable_vat_minor;
  expect(["2026-Q3", "2026-Q2", "2026-Q1", "2025-Q3"].map(before)).toEqual([
    70,
    undefined,
    undefined,
    undefined,
  ]);
});
