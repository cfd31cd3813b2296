import { expect, it } from "vitest";
import {
  type KnownReturn,
  knownReturns,
  shownReturns,
  yearBefore,
} from "../../../console/src/overview/known-returns.ts";
import { standing } from "../../make/due-return.ts";

it("the picture has the last eight returns of the Union scheme whose VAT is known, the oldest first", () => {
  const keys = ["2026-Q3", "2026-Q2", "2026-Q1", "2025-Q4", "2025-Q3", "2025-Q2", "2025-Q1"];
  const returns = [
    standing("2026-10"),
    standing("2026-Q4", { payable_vat_minor: null }),
    ...[...keys, "2024-Q4", "2024-Q3"].map((key) => standing(key)),
  ];
  const shown = (of: typeof returns) =>
    shownReturns(knownReturns(of)).map(({ period_key }) => period_key);
  expect(shown(returns)).toEqual([...keys, "2024-Q4"].toReversed());
  const months = ["2026-09", "2026-10"].map((key) => standing(key, { scheme_type: "ioss" }));
  expect(shown([...months, standing("2026-Q4", { payable_vat_minor: null })])).toEqual([
    "2026-09",
    "2026-10",
  ]);
  expect(shown([])).toEqual([]);
});

it("a return is compared with that of the year before, in the same currency and of one registration", () => {
  const all = [
    standing("2025-Q3", { payable_vat_minor: 70 }),
    standing("2025-Q2", { return_currency: "PLN" }),
    standing("2025-Q1"),
    standing("2025-Q1", { registration_id: 2 }),
  ] as KnownReturn[];
  const before = (key: string) => yearBefore(standing(key), all)?.payable_vat_minor;
  expect(["2026-Q3", "2026-Q2", "2026-Q1", "2025-Q3"].map(before)).toEqual([
    70,
    undefined,
    undefined,
    undefined,
  ]);
});
