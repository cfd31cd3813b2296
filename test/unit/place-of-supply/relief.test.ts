import { describe, expect, it } from "vitest";
import { placeOfSupply } from "../../../shared/place-of-supply/decide.ts";
import { from, IOSS_2025, UNION_2025 } from "../../make/placed-supply.ts";
import { makeRegistration } from "../../make/registration.ts";
import { makeQuestion, type PlaceCase } from "../../make/supply-question.ts";

const CASES: readonly PlaceCase[] = [
  ["the seller has opted in", { to: "FR", registrations: [UNION_2025] }, "union_oss", "FR"],
  [
    "the option had ended",
    {
      to: "FR",
      registrations: [makeRegistration({ status: "ended", effective_to: "2025-07-31" })],
    },
    "origin_below_threshold",
    "DE",
  ],
  [
    "the option ends today",
    {
      to: "FR",
      registrations: [makeRegistration({ status: "ended", effective_to: "2025-08-01" })],
    },
    "union_oss",
    "FR",
  ],
  [
    "the option begins tomorrow",
    { to: "FR", registrations: [makeRegistration({ effective_from: "2025-08-02" })] },
    "origin_below_threshold",
    "DE",
  ],
  [
    "the registration is pending",
    { to: "FR", registrations: [makeRegistration({ status: "pending" })] },
    "origin_below_threshold",
    "DE",
  ],
  [
    "another scheme is registered",
    { to: "FR", registrations: [IOSS_2025] },
    "origin_below_threshold",
    "DE",
  ],
  [
    "with this sale exactly 10,000.00",
    { to: "FR", sold: [["2025-03-01", 990_000n]] },
    "origin_below_threshold",
    "DE",
  ],
  ["with this sale 10,000.01", { to: "FR", sold: [["2025-03-01", 990_001n]] }, "union_oss", "FR"],
  [
    "a credit after the limit was exceeded",
    { to: "FR", net: -10_000n, sold: [["2025-03-01", 1_000_001n]] },
    "union_oss",
    "FR",
  ],
  [
    "a credit after the limit was reached",
    { to: "FR", net: -10_000n, sold: [["2025-03-01", 1_000_000n]] },
    "origin_below_threshold",
    "DE",
  ],
  [
    "exceeded later in the year",
    { to: "FR", sold: [["2025-08-02", 2_000_000n]] },
    "origin_below_threshold",
    "DE",
  ],
  ["exceeded last year", { to: "FR", sold: [["2024-12-31", 1_000_001n]] }, "union_oss", "FR"],
  [
    "just not exceeded last year",
    { to: "FR", sold: [["2024-12-31", 1_000_000n]] },
    "origin_below_threshold",
    "DE",
  ],
  [
    "exceeded the year before last",
    { to: "FR", sold: [["2023-12-31", 9_000_000n]] },
    "origin_below_threshold",
    "DE",
  ],
  [
    "a sale could not be converted",
    { to: "FR", sold: [["2025-03-01", 1n, "AED"]] },
    "union_oss",
    "FR",
  ],
  [
    "one of last year could not be",
    { to: "FR", sold: [["2024-03-01", 1n, "AED"]] },
    "union_oss",
    "FR",
  ],
  ["this one cannot be", { to: "FR", currency: "AED" }, "union_oss", "FR"],
  [
    "this one can be",
    { to: "FR", currency: "USD", rates: { "2025-08-01": { USD: "1.1404" } } },
    "origin_below_threshold",
    "DE",
  ],
  [
    "this one is too much",
    { to: "FR", currency: "USD", net: 1_140_402n, rates: { "2025-08-01": { USD: "1.1404" } } },
    "union_oss",
    "FR",
  ],
  ["no establishment is known", { to: "FR", seller: null, supply: from("DE") }, "union_oss", "FR"],
  [
    "the seller is outside the Union",
    { to: "FR", seller: "US", supply: from("DE") },
    "union_oss",
    "FR",
  ],
  ["the seller is in two Member States", { to: "FR", fixed: ["PL"] }, "union_oss", "FR"],
  [
    "the supply is made from a second one",
    { to: "FR", supply: from("DE", { establishment_country: "PL" }) },
    "union_oss",
    "FR",
  ],
  ["the goods leave stock elsewhere", { to: "FR", supply: from("PL") }, "union_oss", "FR"],
  ["a Northern Irish seller", { to: "FR", seller: "XI" }, "origin_below_threshold", "XI"],
];

describe("goods and the relief of small sellers", () => {
  it.for(CASES.map((one) => [one[0], one] as const))("%s", ([, [, asked, treatment, taxed_in]]) => {
    const finding = placeOfSupply(makeQuestion(asked));
    expect(finding).toMatchObject({ treatment, taxed_in });
    expect(finding.treatment_reason).toMatch(/Art\. \d|registration/);
  });
});
