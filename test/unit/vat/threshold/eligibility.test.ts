import { expect, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { NewEvent } from "../../../../shared/ledger/events/schema.ts";
import {
  countsTowardsThreshold,
  mayCountTowardsThreshold,
} from "../../../../shared/vat/threshold/eligibility.ts";
import {
  makeEnergy,
  makeImport,
  makeRefund,
  makeSale,
  makeService,
} from "../../../make/supply-event.ts";
import { recordOf } from "../../ledger/memory-ledger.ts";

const from2027 = { supply_date: "2027-01-01" as IsoDate };
const before2027 = { supply_date: "2026-12-31" as IsoDate };

test.for<[string, NewEvent, boolean]>([
  ["goods over a border", makeSale(), true],
  ["a TBE service to another Member State", makeService(), true],
  ["a TBE service from outside the Union", makeService({ establishment_country: "US" }), true],
  ["goods at a zero rate", makeSale({ rate_category: "zero", vat_rate_bps: 0 }), true],
  ["domestic goods", makeSale({ dispatch_country: "DE" }), false],
  [
    "domestic goods of a deemed supplier",
    makeSale({ dispatch_country: "DE", supplier_role: "deemed_supplier" }),
    false,
  ],
  ["goods a marketplace is deemed to sell", makeSale({ supplier_role: "deemed_supplier" }), false],
  [
    "goods that a marketplace sells for it",
    makeSale({ supplier_role: "underlying_seller" }),
    false,
  ],
  ["goods taxed at home below it", makeSale({ treatment: "origin_below_threshold" }), true],
  [
    "a TBE service taxed at home below it",
    makeService({ treatment: "origin_below_threshold" }),
    true,
  ],
  [
    "another service that is said to be: Art. 59c does not know it",
    makeService({ supply_kind: "other_services", treatment: "origin_below_threshold" }),
    false,
  ],
  [
    "goods taxed at home, under review",
    makeSale({ treatment: "origin_below_threshold", classification_status: "needs_review" }),
    true,
  ],
  ["an export", makeSale({ consumption_country: "US" }), false],
  ["goods from nowhere", makeSale({ dispatch_country: undefined }), false],
  ["goods for a business", makeSale({ customer_type: "b2b" }), false],
  ["under review", makeSale({ classification_status: "needs_review" }), false],
  ["excluded by the caller", makeSale({ classification_status: "excluded" }), false],
  ["another service", makeService({ supply_kind: "other_services" }), false],
  ["a TBE service from nowhere", makeService({ establishment_country: undefined }), false],
  ["imported goods", makeImport(), false],
  ["a new means of transport", makeSale({ supply_kind: "new_means_of_transport" }), false],
  ["assembled goods", makeSale({ supply_kind: "assembly_installation" }), false],
  ["energy", makeEnergy(), false],
  ["energy, from 2027", makeEnergy(from2027), false],
  ["a refund", makeRefund(), false],
  ["an adjustment", makeRefund({ event_type: "adjustment" }), false],
  [
    "goods from a warehouse abroad, to 2026",
    makeSale({ ...before2027, establishment_country: "PL" }),
    true,
  ],
  [
    "goods from a foreign stock into the own state, to 2026 (Art. 59c(1)(b))",
    makeSale({ ...before2027, dispatch_country: "PL", establishment_country: "DE" }),
    false,
  ],
  [
    "goods from Northern Ireland into the own state, to 2026",
    makeSale({ ...before2027, dispatch_country: "XI", establishment_country: "DE" }),
    false,
  ],
  [
    "goods from a foreign stock into the own state, from 2027",
    makeSale({ ...from2027, dispatch_country: "PL", establishment_country: "DE" }),
    false,
  ],
  [
    "goods from a foreign stock into a third state, to 2026",
    makeSale({ ...before2027, dispatch_country: "PL", establishment_country: "SE" }),
    true,
  ],
  [
    "a TBE service of a branch abroad into the own state",
    makeService({ establishment_country: "DE" }),
    false,
  ],
  [
    "goods from a warehouse abroad, from 2027",
    makeSale({ ...from2027, establishment_country: "PL" }),
    false,
  ],
  [
    "goods from the country of establishment, from 2027",
    makeSale({ ...from2027, establishment_country: "SE" }),
    true,
  ],
  ["goods of nobody's establishment, from 2027", makeSale(from2027), false],
  ["a TBE service, from 2027", makeService(from2027), true],
])("%s", ([, event, counts]) => {
  expect(countsTowardsThreshold(recordOf(event))).toBe(counts);
});

const review = { classification_status: "needs_review" } as const;
const conflict = { location_evidence: [{ kind: "ip_address", country: "FR" }] } as const;

// Relief must be certain (docs/decisions/0050): what a review may yet find to count is not nothing.
test.for<[string, NewEvent, boolean]>([
  ["goods over a border", makeSale(review), true],
  [
    "goods from nowhere: they may come from abroad",
    makeSale({ dispatch_country: undefined }),
    true,
  ],
  ["a TBE service from nowhere", makeService({ establishment_country: undefined }), true],
  ["a TBE service whose evidence disagrees", makeService(conflict as never), true],
  ["what is classified counts, or does not", makeSale(), false],
  ["excluded", makeSale({ classification_status: "excluded" }), false],
  ["domestic goods", makeSale({ ...review, dispatch_country: "DE" }), false],
  [
    "goods from a foreign stock into the own state",
    makeSale({ ...review, dispatch_country: "PL", establishment_country: "DE" }),
    false,
  ],
  [
    "goods from nowhere into the own state",
    makeSale({ ...review, dispatch_country: undefined, establishment_country: "DE" }),
    true,
  ],
  ["goods for a business", makeSale({ ...review, customer_type: "b2b" }), false],
  [
    "goods a marketplace is deemed to sell",
    makeSale({ ...review, supplier_role: "deemed_supplier" }),
    false,
  ],
  ["another service", makeService({ ...review, supply_kind: "other_services" }), false],
  ["imported goods", makeImport(review), false],
  ["energy, from 2027", makeEnergy({ ...review, ...from2027 }), false],
  ["a refund", makeRefund(review), false],
  [
    "goods from a warehouse abroad, from 2027",
    makeSale({ ...review, ...from2027, establishment_country: "PL" }),
    false,
  ],
  ["goods of nobody's establishment, from 2027", makeSale({ ...review, ...from2027 }), true],
])("under review: %s", ([, event, may]) => {
  expect(mayCountTowardsThreshold(recordOf(event))).toBe(may);
});
