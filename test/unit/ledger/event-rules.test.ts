import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../shared/core/ids.ts";
import { eventFaults, futureDateFaults } from "../../../shared/ledger/events/schema.ts";
import {
  type EventChanges,
  makeEnergy,
  makeImport,
  makeRefund,
  makeSale,
  makeService,
} from "../../make/supply-event.ts";

const consignment = { intrinsic_value_minor: 1, currency: "EUR" as const, excise_goods: false };
const NEGATIVE = { taxable_amount_minor: -1, vat_amount_minor: -1 };
/** A refund of 2025-08-20 that names the period of its sale. */
const ofPeriod = (original_period: string, changes: EventChanges = {}) =>
  makeRefund({
    original_event_id: undefined,
    original_period: original_period as PeriodKey,
    ...changes,
  });
const AMOUNTS = ["taxable_amount_minor", "vat_amount_minor"];

test.for([
  ["a sale", makeSale(), []],
  ["a refund", makeRefund(), []],
  ["a refund of nothing named", makeRefund({ original_event_id: undefined }), []],
  ["a service", makeService(), []],
  ["an import", makeImport(), []],
  ["a negative sale", makeSale(NEGATIVE), AMOUNTS],
  ["a negative refund", makeRefund(NEGATIVE), AMOUNTS],
  ["a negative cancellation", makeRefund({ event_type: "cancellation", ...NEGATIVE }), AMOUNTS],
  ["a negative credit note", makeRefund({ event_type: "credit_note", ...NEGATIVE }), AMOUNTS],
  ["a negative adjustment", makeRefund({ event_type: "adjustment", ...NEGATIVE }), []],
  ["an amount of minus zero", makeSale({ taxable_amount_minor: -0 }), []],
  ["a sale with an original", makeSale({ original_event_id: "x" }), ["original_event_id"]],
  ["a refund of a quarter", ofPeriod("2025-Q2"), []],
  ["a refund of a quarter years ago", ofPeriod("2021-Q3"), []],
  ["a refund of its own quarter", ofPeriod("2025-Q3"), ["original_period"]],
  ["a refund of a quarter to come", ofPeriod("2025-Q4"), ["original_period"]],
  ["a refund of a month of goods", ofPeriod("2025-06"), ["original_period"]],
  ["a refund of a month of imports", ofPeriod("2025-06", { supply_kind: "imported_goods" }), []],
  [
    "a refund of its own month",
    ofPeriod("2025-08", { supply_kind: "imported_goods" }),
    ["original_period"],
  ],
  [
    "a refund of a quarter of imports",
    ofPeriod("2025-Q2", { supply_kind: "imported_goods" }),
    ["original_period"],
  ],
  [
    "a refund of a sale and of a quarter",
    ofPeriod("2025-Q2", { original_event_id: "x" }),
    ["original_period"],
  ],
  [
    "a sale of a quarter",
    makeSale({ original_period: "2025-Q2" as PeriodKey }),
    ["original_period"],
  ],
  ["goods to XI", makeSale({ consumption_country: "XI" }), []],
  ["goods from XI", makeSale({ dispatch_country: "XI" }), []],
  ["a service to XI", makeService({ consumption_country: "XI" }), ["consumption_country"]],
  ["a service from XI", makeService({ establishment_country: "XI" }), ["establishment_country"]],
  ["a service that is dispatched", makeService({ dispatch_country: "SE" }), ["dispatch_country"]],
  ["energy", makeEnergy(), []],
  ["energy in XI", makeEnergy({ consumption_country: "XI" }), []],
  ["energy that is dispatched", makeEnergy({ dispatch_country: "SE" }), ["dispatch_country"]],
  ["energy in a consignment", makeEnergy({ consignment }), ["consignment"]],
  [
    "a refund of a service to XI",
    makeRefund({ supply_kind: "other_services", consumption_country: "XI" }),
    ["consumption_country"],
  ],
  ["goods in a consignment", makeSale({ consignment }), ["consignment"]],
  ["goods of a third country", makeSale({ origin_country: "CN" }), ["origin_country"]],
  ["an import without a consignment", makeImport({ consignment: undefined }), ["consignment"]],
  ["an import without an origin", makeImport({ origin_country: undefined }), []],
  ["an import from a Member State", makeImport({ origin_country: "EL" }), ["origin_country"]],
  ["an import from XI", makeImport({ origin_country: "XI" }), ["origin_country"]],
  ["an import from Great Britain", makeImport({ origin_country: "GB" }), []],
  ["a refund of an import", makeRefund({ supply_kind: "imported_goods" }), []],
] as const)("%s", ([, event, fields]) => {
  expect(eventFaults(event).map(({ field }) => field)).toEqual(fields);
});

describe("rules that need an unreadable field", () => {
  it("are silent", () => {
    expect(eventFaults({})).toEqual([]);
    expect(eventFaults({ taxable_amount_minor: -1, vat_amount_minor: -1 })).toEqual([]);
    expect(eventFaults({ consignment, origin_country: "DE", dispatch_country: "DE" })).toEqual([]);
    expect(eventFaults({ event_type: "sale", consumption_country: "XI" })).toEqual([]);
  });

  it("leave the other rules to speak", () => {
    const half = { event_type: "refund", taxable_amount_minor: -1, supply_kind: "goods" } as const;
    expect(eventFaults({ ...half, consignment }).map(({ field }) => field)).toEqual([
      "taxable_amount_minor",
      "consignment",
    ]);
  });
});

describe("the day of a supply", () => {
  const today = "2025-12-31" as IsoDate;
  const fields = (body: unknown) => futureDateFaults(body, today).map(({ field }) => field);
  const on = (supply_date: unknown) => ({ supply_date });

  test.for([
    ["today", on("2025-12-31"), []],
    ["tomorrow", on("2026-01-01"), []],
    ["the day after", on("2026-01-02"), ["supply_date"]],
    ["in a batch", { events: [on("2026-01-01"), on("2026-01-02")] }, ["events.1.supply_date"]],
    ["no body", null, []],
    ["a batch of anything", { events: [null, 7, "2030-01-01", []] }, []],
    ["not text", on(20_300_101), []],
    ["not a day", on("2030"), []],
  ] as const)("%s", ([, body, expected]) => {
    expect(fields(body)).toEqual(expected);
  });
});
