import { expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { StoredEcbDay } from "../../../../shared/vat/exchange-rates/ecb-feed.ts";
import {
  compareRates,
  differenceLine,
} from "../../../../shared/vat/exchange-rates/period-rates.ts";

const DAY = "2025-10-23" as IsoDate;
const NEXT = "2025-10-24" as IsoDate;
const published = [
  { day: DAY, rates: { NOK: "11.8529", PLN: "4.2735" } },
  { day: NEXT, rates: { NOK: "11.6", PLN: "4.27" } },
];
const replaced_at = "2025-10-24T16:00:00Z";

const stored = (rates: StoredEcbDay["rates"], revisions: StoredEcbDay["revisions"] = []) => ({
  day: DAY,
  rates,
  revisions,
  version: 1,
});

const linesOf = (...days: StoredEcbDay[]) => {
  const { differing, corrected } = compareRates(days, published);
  return { differing: differing.map(differenceLine), corrected: corrected.map(differenceLine) };
};

it("finds nothing in rates as published, nor in those that are not stored", () => {
  expect(linesOf(stored({ NOK: "11.8529", PLN: "4.2735" }))).toEqual({
    differing: [],
    corrected: [],
  });
  expect(linesOf(stored({ PLN: "4.2735" })).differing).toEqual([]);
});

it("finds a rate that was altered, and one that the ECB has not published", () => {
  expect(linesOf(stored({ PLN: "1.0000", XAU: "1" })).differing).toEqual([
    "PLN of 2025-10-23: stored 1.0000, the ECB has published 4.2735",
    "XAU of 2025-10-23: stored 1, the ECB has published none",
  ]);
});

it("finds an invented day between published ones, and leaves days outside of the file alone", () => {
  const day = "2025-10-26" as IsoDate;
  const gap = compareRates(
    [{ ...stored({ PLN: "1" }), day }],
    [...published, { day: "2025-10-27" as IsoDate, rates: { PLN: "4.2" } }],
  );
  expect(gap.differing.map(differenceLine)).toEqual([
    "PLN of 2025-10-26: stored 1, the ECB has published none",
  ]);
  expect(linesOf({ ...stored({ PLN: "1" }), day }).differing).toEqual([]);
});

it("takes a correction for right that leads from the published rate to the stored one", () => {
  const first = { currency: "NOK", old_rate: "11.8529", new_rate: "11.5829", replaced_at };
  const second = { ...first, old_rate: "11.5829", new_rate: "11.59" };
  expect(linesOf(stored({ NOK: "11.59" }, [first, second]))).toEqual({
    differing: [],
    corrected: ["NOK of 2025-10-23: stored 11.59, the ECB has published 11.8529"],
  });
  expect(linesOf(stored({ NOK: "11.5" }, [first, second])).differing).toHaveLength(1);
  expect(linesOf(stored({ PLN: "11.5829" }, [first])).differing).toHaveLength(1);
});
