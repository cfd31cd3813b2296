import { describe, expect, it } from "vitest";
import type { Currency } from "../../../../shared/core/money/money.ts";
import { placeOfSupply } from "../../../../shared/vat/place-of-supply/decide.ts";
import { from, IOSS_2025, UNION_2025 } from "../../../make/placed-supply.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { makeQuestion, type PlaceCase } from "../../../make/supply-question.ts";

/** Sales in the seller's own currency, of which this supply is one. */
const soldIn = (currency: Currency, amount: bigint) => ({
  currency,
  sold: [["2025-03-03", amount, currency]] as const,
});

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
  ...(
    [
      ["in its calendar year", "2025-12-31", "union_oss", "FR"],
      ["in the next calendar year", "2026-05-11", "union_oss", "FR"],
      ["on the last day it binds", "2026-12-31", "union_oss", "FR"],
      ["after two calendar years", "2027-01-01", "origin_below_threshold", "DE"],
      ["before its first day", "2025-09-30", "origin_below_threshold", "DE"],
    ] as const
  ).map(
    ([when, day, treatment, state]): PlaceCase => [
      `an option of half a year, ${when} (Art. 59c(3))`,
      {
        to: "FR",
        day,
        entered: [2024, 2025, 2026].map((year) => ({ year, amount_minor: 0, currency: "EUR" })),
        registrations: [
          makeRegistration({
            status: "ended",
            effective_from: "2025-10-01",
            effective_to: "2026-03-31",
          }),
        ],
      },
      treatment,
      state,
    ],
  ),
  [
    "no rates of the day, and the last ones say that it is far from the limit",
    { to: "FR", seller: "SE", rates: { "2025-07-30": { SEK: "11.1725" } } },
    "origin_below_threshold",
    "SE",
  ],
  [
    "no rates of the day, and the last ones say that it is close to the limit",
    { to: "FR", seller: "SE", net: 850_000n, rates: { "2025-07-30": { SEK: "11.1725" } } },
    "union_oss",
    "FR",
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
  [
    "a Northern Irish seller: its limit is in pounds",
    { to: "FR", seller: "XI", rates: { "2025-08-01": { GBP: "0.8661" } } },
    "origin_below_threshold",
    "XI",
  ],
  ["the same without a rate", { to: "FR", seller: "XI" }, "union_oss", "FR"],
  [
    "Swedish, SEK 105,000: EUR 9,414 at the day's rates (Art. 59c(5), SEK 99,680)",
    { to: "FR", seller: "SE", ...soldIn("SEK", 10_500_000n) },
    "union_oss",
    "FR",
  ],
  [
    "Swedish, with this sale exactly SEK 99,680.00",
    { to: "FR", seller: "SE", ...soldIn("SEK", 9_967_900n), net: 100n },
    "origin_below_threshold",
    "SE",
  ],
  [
    "Swedish, with this sale SEK 99,680.01",
    { to: "FR", seller: "SE", ...soldIn("SEK", 9_967_901n), net: 100n },
    "union_oss",
    "FR",
  ],
  [
    "Hungarian, HUF 3,500,000: EUR 8,677 at the day's rates (HUF 3,139,600)",
    { to: "FR", seller: "HU", ...soldIn("HUF", 350_000_000n) },
    "union_oss",
    "FR",
  ],
  [
    "Czech, CZK 250,000: EUR 10,163 at the day's rates (CZK 256,530)",
    { to: "FR", seller: "CZ", ...soldIn("CZK", 25_000_000n) },
    "origin_below_threshold",
    "CZ",
  ],
  [
    "Danish, EUR 9,999 at 7.4626: DKK 74,618.54 (DKK 74,415)",
    {
      to: "FR",
      seller: "DK",
      net: 100n,
      sold: [["2025-03-03", 999_900n]],
      rates: { "2025-03-03": { DKK: "7.4626" }, "2025-08-01": { DKK: "7.4626" } },
    },
    "union_oss",
    "FR",
  ],
  ["nothing is known of last year", { to: "FR", entered: [] }, "union_oss", "FR"],
  [
    "last year is in the ledger",
    { to: "FR", entered: [], sold: [["2024-06-01", 1n]] },
    "origin_below_threshold",
    "DE",
  ],
  [
    "last year's entered turnover exceeded",
    { to: "FR", entered: [{ year: 2024, amount_minor: 1_000_001, currency: "EUR" }] },
    "union_oss",
    "FR",
  ],
  [
    "entered and booked turnover of last year exceed together",
    {
      to: "FR",
      entered: [{ year: 2024, amount_minor: 600_000, currency: "EUR" }],
      sold: [["2024-12-01", 400_001n]],
    },
    "union_oss",
    "FR",
  ],
  [
    "EUR 20,000 are under review",
    { to: "FR", unreviewed: [["2025-03-01", 2_000_000n]] },
    "union_oss",
    "FR",
  ],
  [
    "all that is under review leaves it below",
    { to: "FR", unreviewed: [["2025-03-01", 990_000n]] },
    "origin_below_threshold",
    "DE",
  ],
  [
    "with what is under review it is 10,000.01",
    { to: "FR", unreviewed: [["2025-03-01", 990_001n]] },
    "union_oss",
    "FR",
  ],
  [
    "last year's review is open",
    { to: "FR", unreviewed: [["2024-03-01", 1_000_001n]] },
    "union_oss",
    "FR",
  ],
];

describe("goods and the relief of small sellers", () => {
  it.for(CASES.map((placeCase) => [placeCase[0], placeCase] as const))(
    "%s",
    ([, [, asked, treatment, taxed_in]]) => {
      const finding = placeOfSupply(makeQuestion(asked));
      expect(finding).toMatchObject({ treatment, taxed_in });
      expect(finding.treatment_reason).toMatch(/Art\. \d|registration/);
    },
  );
});
