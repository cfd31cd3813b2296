import { expect, it, test } from "vitest";
import { accumulate, type Delta, type RunningSum } from "../../../../shared/ledger/sums/sum.ts";
import { sumsOfEvent } from "../../../../shared/ledger/sums/sums-of-event.ts";
import { supplyEventOf } from "../../../../shared/vat/schemes/supply-event.ts";
import { daySums, unreviewedSums } from "../../../../shared/vat/threshold/day-sums.ts";
import { makeSale } from "../../../make/supply-event.ts";

const COUNTED = {
  treatment: "union_oss",
  classification_status: "classified",
  classification_reasons: [],
  checks: [],
} as const;

const isThreshold = ({ partition }: { partition: string }) => /^y\d{4}$/.test(partition);

function sumsOf(deltas: ReadonlyMap<string, Delta>): RunningSum[] {
  return [...deltas.values()].filter(isThreshold).map(({ key, amounts }) => ({
    key,
    amounts: Object.fromEntries([...amounts].map(([name, amount]) => [name, BigInt(amount)])),
  }));
}

it("reads back what the ledger adds up", () => {
  const deltas = new Map<string, Delta>();
  const sales = [
    { taxable_amount_minor: 100, consumption_country: "DE" as const },
    { taxable_amount_minor: 30, consumption_country: "DE" as const },
    { taxable_amount_minor: 5, consumption_country: "EL" as const, currency: "USD" as const },
    { taxable_amount_minor: 7, consumption_country: "FR" as const, customer_type: "b2b" as const },
  ];
  for (const sale of sales)
    accumulate(deltas, sumsOfEvent({ ...supplyEventOf(makeSale(sale)), ...COUNTED }), 1);
  expect(daySums(sumsOf(deltas))).toEqual([
    {
      day: "2025-08-01",
      currency: "EUR" as const,
      taxable_amount_minor: 130n,
      countries: new Map([["DE", 130n]]),
    },
    {
      day: "2025-08-01",
      currency: "USD" as const,
      taxable_amount_minor: 5n,
      countries: new Map([["EL", 5n]]),
    },
  ]);
});

it("leaves out a sum that reclassification has emptied", () => {
  const deltas = new Map<string, Delta>();
  const usd = { ...supplyEventOf(makeSale({ currency: "USD" })), ...COUNTED };
  accumulate(deltas, sumsOfEvent(usd), 1);
  accumulate(deltas, sumsOfEvent(usd), -1);
  expect(sumsOf(deltas)).toHaveLength(1);
  expect(daySums(sumsOf(deltas))).toEqual([]);
});

it("keeps what is under review apart, in the same item, until it is decided", () => {
  const deltas = new Map<string, Delta>();
  const open = { ...COUNTED, classification_status: "needs_review" } as const;
  const sale = (amount: number, status: typeof open | typeof COUNTED) =>
    sumsOfEvent({ ...supplyEventOf(makeSale({ taxable_amount_minor: amount })), ...status });
  accumulate(deltas, sale(100, COUNTED), 1);
  accumulate(deltas, sale(30, open), 1);
  accumulate(deltas, sale(7, open), 1);
  expect(sumsOf(deltas)).toHaveLength(1);
  expect(daySums(sumsOf(deltas))).toMatchObject([{ taxable_amount_minor: 100n }]);
  expect(unreviewedSums(sumsOf(deltas))).toEqual([
    {
      day: "2025-08-01",
      currency: "EUR" as const,
      taxable_amount_minor: 37n,
      countries: new Map(),
    },
  ]);
  for (const amount of [30, 7]) accumulate(deltas, sale(amount, open), -1);
  accumulate(deltas, sale(30, COUNTED), 1);
  expect(daySums(sumsOf(deltas))).toMatchObject([{ taxable_amount_minor: 130n }]);
  expect(unreviewedSums(sumsOf(deltas))).toEqual([]);
});

it("of a day with nothing but a review, no currency is said to be sold in", () => {
  const deltas = new Map<string, Delta>();
  const open = { ...COUNTED, classification_status: "needs_review" } as const;
  accumulate(deltas, sumsOfEvent({ ...supplyEventOf(makeSale({ currency: "USD" })), ...open }), 1);
  expect(daySums(sumsOf(deltas))).toEqual([]);
  expect(unreviewedSums(sumsOf(deltas))).toMatchObject([{ currency: "USD" as const }]);
});

it("keeps a sale for nothing: its currency was sold in", () => {
  const amounts = { event_count: 1n, writes: 1n };
  expect(daySums([{ key: "day|2025-08-01|CHF", amounts }])).toMatchObject([
    { currency: "CHF" as const, taxable_amount_minor: 0n, countries: new Map() },
  ]);
});

test.for(["line|2025-08-01|EUR", "day|2025-08-01", "day|2025-8-1|EUR", "day|2025-08-01|EUR|1", ""])(
  "does not take %j for a day's sum",
  (key) => expect(() => daySums([{ key, amounts: { event_count: 1n } }])).toThrow("threshold year"),
);
