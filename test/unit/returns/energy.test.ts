import { expect, it } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../shared/core/ids.ts";
import type { NewEvent } from "../../../shared/ledger/events/schema.ts";
import { returnPartition } from "../../../shared/ledger/sums/sum.ts";
import type { Return } from "../../../shared/returns/schema.ts";
import { UNION_OSS } from "../../../shared/vat/schemes/union-oss.ts";
import { ratesOf, reportOf } from "../../make/return-input.ts";
import { makeEnergy, makeRefund, makeSale } from "../../make/supply-event.ts";
import { MemoryLedger } from "../ledger/memory-ledger.ts";

const on = (day: string) => ({ supply_date: day as IsoDate });

const refundOf = (original_event_id: string, event_id: string, day: string): NewEvent =>
  makeRefund({ supply_kind: "energy", original_event_id, event_id, ...on(day) });

/** A supplier of electricity in Sweden around the first day of the new law, 19 % in Germany. */
const EVENTS = [
  makeEnergy({ event_id: "last-of-old", ...on("2026-12-31") }),
  makeEnergy({ event_id: "first-of-new", ...on("2027-01-01") }),
  makeSale({
    event_id: "goods",
    ...on("2027-02-01"),
    taxable_amount_minor: 5_000,
    vat_amount_minor: 950,
  }),
  refundOf("first-of-new", "same-quarter", "2027-03-31"),
  refundOf("last-of-old", "of-old", "2027-03-31"),
  refundOf("first-of-new", "next-quarter", "2027-04-01"),
];

function returnOf(period: string): Return {
  const ledger = new MemoryLedger();
  ledger.commit(EVENTS);
  const book = `${returnPartition(UNION_OSS, period as PeriodKey)} `;
  const tallies = [...ledger.tallies]
    .filter(([id]) => id.startsWith(book))
    .map(([id, sums]) => ({
      key: id.slice(book.length),
      amounts: Object.fromEntries([...sums].map(([name, sum]) => [name, BigInt(sum)])),
    }));
  return reportOf(tallies, { period, rates: [ratesOf("2027-Q1")] });
}

it("energy is in no Union return before 2027, and says so by its own code", () => {
  expect(returnOf("2026-Q4")).toMatchObject({
    rows: [],
    totals: { payable_vat_minor: 0 },
    warnings: [{ code: "energy_not_yet_in_scheme_excluded", count: 1 }],
    total_source_event_count: 1,
  });
});

it("from 2027 on it is in section 2b, in the row of other goods at that rate", () => {
  expect(returnOf("2027-Q1")).toMatchObject({
    rows: [
      {
        section: "2b",
        member_state_of_consumption: "DE",
        supply_kind: "goods",
        from_member_state: null,
        vat_rate_bps: 1_900,
        taxable_amount_minor: 14_000,
        vat_amount_minor: 2_660,
        event_count: 3,
      },
    ],
    warnings: [{ code: "correction_reference_invalid_excluded", count: 1 }],
    totals: { payable_vat_minor: 2_660 },
  });
});

it("what corrects it later corrects its quarter", () => {
  expect(returnOf("2027-Q2")).toMatchObject({
    rows: [],
    corrections: [
      {
        original_period: "2027-Q1" as PeriodKey,
        member_state_of_consumption: "DE",
        taxable_amount_minor: -1_000,
        vat_amount_minor: -190,
      },
    ],
    warnings: [],
  });
});
