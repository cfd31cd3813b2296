import type { IsoDate } from "../../shared/calendar/iso-date.ts";
import type { NewEvent } from "../../shared/ledger/schema.ts";
import { makeRefund, makeSale, makeService } from "./supply-event.ts";

export type CheckCase = readonly [what: string, event: NewEvent, codes: readonly string[]];

const rated = (
  consumption_country: "DE" | "EE" | "EL" | "XI",
  vat_rate_bps: number,
  supply_date: string,
  changes: Partial<NewEvent> = {},
) =>
  makeSale({
    consumption_country,
    vat_rate_bps,
    vat_amount_minor: vat_rate_bps,
    supply_date: supply_date as IsoDate,
    ...changes,
  });

const RATES: readonly CheckCase[] = [
  ["the standard rate", rated("DE", 1900, "2025-08-01"), []],
  ["a reduced rate", rated("DE", 700, "2025-08-01", { rate_category: "reduced" }), []],
  ["no rate of the Member State", rated("DE", 2000, "2025-08-01"), ["rate_not_in_force"]],
  ["a rate on its last day", rated("EE", 2200, "2025-06-30"), []],
  ["a rate the day after", rated("EE", 2200, "2025-07-01"), ["rate_not_in_force"]],
  ["a rate on its first day", rated("EE", 2400, "2025-07-01"), []],
  ["a rate the day before", rated("EE", 2400, "2025-06-30"), ["rate_not_in_force"]],
  ["Greece", rated("EL", 2400, "2025-08-01"), []],
  ["Northern Ireland", rated("XI", 2000, "2025-08-01"), []],
  ["a day before the rates begin", rated("DE", 1234, "2021-06-30"), []],
  ["no rate at all", rated("DE", 0, "2025-08-01", { rate_category: "zero" }), []],
  [
    "a refund at a rate that has ended",
    makeRefund({ vat_rate_bps: 1600, vat_amount_minor: 160 }),
    [],
  ],
];

const booked = (taxable_amount_minor: number, vat_amount_minor: number) =>
  makeSale({ taxable_amount_minor, vat_amount_minor });

const DIFFERS = ["vat_differs_from_rate"];

/** 19 % of 10,000 is 1,900; of 10,001 it is 1,900.19. Two minor units either way are tolerated. */
const AMOUNTS: readonly CheckCase[] = [
  ["VAT to the cent", booked(10_000, 1_900), []],
  ["VAT 2 above", booked(10_000, 1_902), []],
  ["VAT 3 above", booked(10_000, 1_903), DIFFERS],
  ["VAT 2 below", booked(10_000, 1_898), []],
  ["VAT 3 below", booked(10_000, 1_897), DIFFERS],
  ["VAT 1.81 above", booked(10_001, 1_902), []],
  ["VAT 2.81 above", booked(10_001, 1_903), DIFFERS],
  ["VAT 1.19 below", booked(10_001, 1_899), []],
  ["VAT 2.19 below", booked(10_001, 1_898), DIFFERS],
  ["VAT without an amount", booked(0, 40), DIFFERS],
  ["no amounts", booked(0, 0), []],
  ["the largest amounts", booked(1_000_000_000_000, 190_000_000_000), []],
  ["the largest amounts, 3 off", booked(1_000_000_000_000, 190_000_000_003), DIFFERS],
  ["a refund, 3 above", makeRefund({ vat_amount_minor: 193 }), DIFFERS],
  [
    "an adjustment of VAT alone",
    makeRefund({ event_type: "adjustment", taxable_amount_minor: 0, vat_amount_minor: -40 }),
    [],
  ],
];

const PLACE = [{ kind: "billing_address", country: "DE" }];
const MISSING = ["location_evidence_missing"];

const EVIDENCE: readonly CheckCase[] = [
  ["a TBE service with evidence", makeService({ location_evidence: PLACE }), []],
  ["a TBE service without", makeService(), MISSING],
  ["a TBE service with an empty list", makeService({ location_evidence: [] }), MISSING],
  ["another service without", makeService({ supply_kind: "other_services" }), []],
  ["a refund of a TBE service without", makeRefund({ supply_kind: "tbe_services" }), []],
  [
    "everything at once",
    makeService({ vat_rate_bps: 1_800, vat_amount_minor: 1_900 }),
    ["rate_not_in_force", "vat_differs_from_rate", "location_evidence_missing"],
  ],
];

/** What is found worth a look on an event's arrival. */
export const CHECK_CASES = [...RATES, ...AMOUNTS, ...EVIDENCE];
