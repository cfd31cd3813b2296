import fc from "fast-check";
import { expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { mergedDay, type StoredEcbDay } from "../../../../shared/vat/exchange-rates/ecb-feed.ts";

const day = "2025-10-23" as IsoDate;
const now = new Date("2025-10-24T16:00:00Z");
const stored: StoredEcbDay = {
  day,
  rates: { NOK: "11.8529", USD: "1.1593" },
  revisions: [],
  version: 3,
};

it("keeps the old value of a corrected rate", () => {
  expect(mergedDay(stored, { day, rates: { NOK: "11.5829" } }, now)).toEqual({
    day,
    rates: { NOK: "11.5829", USD: "1.1593" },
    revisions: [
      {
        currency: "NOK",
        old_rate: "11.8529",
        new_rate: "11.5829",
        replaced_at: "2025-10-24T16:00:00.000Z",
      },
    ],
    version: 4,
  });
});

it("adds a currency without calling that a correction", () => {
  const merged = mergedDay(stored, { day, rates: { CZK: "24.3" } }, now);
  expect(merged?.rates).toEqual({ ...stored.rates, CZK: "24.3" });
  expect(merged?.revisions).toEqual([]);
});

it("has nothing to write when every rate is known", () => {
  expect(mergedDay(stored, { day, rates: { USD: "1.1593" } }, now)).toBeUndefined();
});

const rates = fc.dictionary(
  fc.constantFrom("USD", "SEK", "CZK"),
  fc.constantFrom("1.1", "2.2", "3.3"),
  { noNullPrototype: true },
);

it("forgets no rate that was ever stored", () => {
  fc.assert(
    fc.property(fc.array(rates), (loads) => {
      let item: StoredEcbDay | undefined;
      for (const load of loads) item = mergedDay(item, { day, rates: load }, now) ?? item;
      for (const [currency, rate] of loads.flatMap((load) => Object.entries(load))) {
        const replaced = item?.revisions
          .filter((revision) => revision.currency === currency)
          .map(({ old_rate }) => old_rate);
        expect([item?.rates[currency], ...(replaced ?? [])]).toContain(rate);
      }
    }),
  );
});
