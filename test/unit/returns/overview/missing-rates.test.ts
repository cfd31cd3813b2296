import { expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { missingRates } from "../../../../shared/returns/overview/missing-rates.ts";
import {
  computedReturn,
  correctionTally,
  excludedTally,
  lineTally,
  ratesOf,
} from "../../../make/return-input.ts";

const Q3 = ratesOf("2025-Q3", { SEK: "11.0565", DKK: "7.4649" });

const missing = (input: Parameters<typeof computedReturn>, today = "2025-10-02") =>
  missingRates(computedReturn(...input), today as IsoDate);

it("are those of the day of publication, with currencies and events", () => {
  const sums = [
    lineTally({ currency: "SEK" }, 100, 19, 100),
    lineTally({ currency: "PLN" }, 100, 19, 18),
    lineTally({}, 100, 19),
    excludedTally("needs_review_excluded", 2),
  ];
  expect(missing([sums])).toEqual([
    {
      publication_day: "2025-09-30",
      day_stored: false,
      currencies: ["PLN", "SEK"],
      event_count: 118,
    },
  ]);
});

it("are no whole day where the ECB has published other currencies", () => {
  const sums = [
    lineTally({ currency: "AED" }, 100, 19, 4),
    lineTally({ currency: "SEK" }, 100, 19),
  ];
  expect(missing([sums, { rates: [Q3] }])).toEqual([
    { publication_day: "2025-09-30", day_stored: true, currencies: ["AED"], event_count: 4 },
  ]);
});

it("are those of the original period of a correction", () => {
  const sums = [
    correctionTally({ currency: "SEK" }, -100, -19, 2),
    lineTally({ currency: "AED" }, 100, 19),
  ];
  expect(missing([sums, { rates: [Q3, ratesOf("2025-Q2")] }])).toEqual([
    { publication_day: "2025-06-30", day_stored: false, currencies: ["SEK"], event_count: 2 },
    { publication_day: "2025-09-30", day_stored: true, currencies: ["AED"], event_count: 1 },
  ]);
});

it("name the currency of the return when that is the one without a rate", () => {
  const sums = [lineTally({ from_country: "DK" }, 100, 19, 2)];
  const rates = [ratesOf("2025-Q3", { SEK: "11.0565" })];
  expect(missing([sums, { state: "DK", rates }])).toMatchObject([{ currencies: ["DKK"] }]);
});

it("begin with the end of the day on which they are published", () => {
  // The last day of February 2026 is a Saturday, so that the rates are those of Monday, 2 March.
  const sums = [lineTally({ currency: "SEK" }, 100, 19)];
  const input = [sums, { period: "2026-02", rates: [] }] as Parameters<typeof computedReturn>;
  expect(missing(input, "2026-03-02")).toEqual([]);
  expect(missing(input, "2026-03-03")).toMatchObject([{ publication_day: "2026-03-02" }]);
});
