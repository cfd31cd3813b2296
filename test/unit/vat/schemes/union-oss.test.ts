import { expect, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { linkOf } from "../../../../shared/ledger/events/links.ts";
import type { NewEvent } from "../../../../shared/ledger/events/schema.ts";
import { withLink } from "../../../../shared/vat/schemes/supply-event.ts";
import { UNION_OSS } from "../../../../shared/vat/schemes/union-oss.ts";
import { type Exclusion, exclusion } from "../../../../shared/vat/schemes/warnings.ts";
import { makeEnergy, makeRefund, makeSale, makeService } from "../../../make/supply-event.ts";
import { recordOf } from "../../ledger/memory-ledger.ts";

test.for<[string, NewEvent, string | undefined]>([
  ["goods", makeSale(), undefined],
  ["a service", makeService(), undefined],
  ["another service", makeService({ supply_kind: "other_services" }), undefined],
  ["at a reduced rate", makeSale({ vat_rate_bps: 700, rate_category: "reduced" }), undefined],
  [
    "under review, whatever else is wrong",
    makeSale({ classification_status: "needs_review", rate_category: "zero" }),
    "needs_review_excluded",
  ],
  [
    "for a business, at a rate of zero",
    makeSale({ customer_type: "b2b", rate_category: "zero" }),
    "classification_excluded",
  ],
  ["at a rate of zero", makeSale({ rate_category: "zero" }), "unsupported_rate_category_excluded"],
  ["exempt", makeSale({ rate_category: "exempt" }), "unsupported_rate_category_excluded"],
  [
    "at a standard rate of nothing",
    makeSale({ vat_rate_bps: 0 }),
    "unsupported_rate_category_excluded",
  ],
  [
    "new means of transport",
    makeSale({ supply_kind: "new_means_of_transport" }),
    "unsupported_supply_kind_excluded",
  ],
  [
    "an installation, at a rate of zero",
    makeSale({ supply_kind: "assembly_installation", rate_category: "zero" }),
    "unsupported_rate_category_excluded",
  ],
])("a sale: %s", ([, event, code]) => {
  expect(UNION_OSS.exclusionOf(recordOf(event))?.code).toBe(code);
});

const on = (day: string) => ({ supply_date: day as IsoDate });
const installed = (day: string) =>
  makeSale({ supply_kind: "assembly_installation", dispatch_country: undefined, ...on(day) });

test.for<[string, NewEvent, string | undefined]>([
  [
    "energy on the last day before",
    makeEnergy(on("2026-12-31")),
    "energy_not_yet_in_scheme_excluded",
  ],
  ["energy on the first day", makeEnergy(on("2027-01-01")), undefined],
  [
    "energy before, at a rate of zero",
    makeEnergy({ ...on("2026-12-31"), rate_category: "zero" }),
    "energy_not_yet_in_scheme_excluded",
  ],
  [
    "energy before, under review",
    makeEnergy({ ...on("2026-12-31"), treatment: "union_oss" }),
    "energy_not_yet_in_scheme_excluded",
  ],
  [
    "energy for a business: no day takes it in",
    makeEnergy({ ...on("2026-12-31"), customer_type: "b2b" }),
    "classification_excluded",
  ],
  [
    "energy where the seller is established",
    makeEnergy({ ...on("2026-12-31"), consumption_country: "SE" }),
    "classification_excluded",
  ],
  [
    "energy that the caller excludes",
    makeEnergy({ ...on("2027-01-01"), classification_status: "excluded" }),
    "classification_excluded",
  ],
  [
    "energy at a rate of zero",
    makeEnergy({ ...on("2027-01-01"), rate_category: "zero" }),
    "unsupported_rate_category_excluded",
  ],
  ["an installation in 2027", installed("2027-01-01"), "unsupported_supply_kind_excluded"],
  [
    "an installation on the last day before",
    installed("2028-06-30"),
    "unsupported_supply_kind_excluded",
  ],
  ["an installation on the first day", installed("2028-07-01"), undefined],
  [
    "new means of transport, also then",
    makeSale({ supply_kind: "new_means_of_transport", ...on("2028-07-01") }),
    "unsupported_supply_kind_excluded",
  ],
])("by the day of the supply: %s", ([, event, code]) => {
  expect(UNION_OSS.exclusionOf(recordOf(event))?.code).toBe(code);
});

const INVALID = exclusion("correction_reference_invalid_excluded");
/** Of a sale that rightly belongs in no return. */
const OF_NO_RETURN: Exclusion = { ...INVALID, status: "rightful" };

test("a refund in 2027 of energy from before stays with its sale", () => {
  const sale = recordOf(makeEnergy(on("2026-12-31")));
  const { dispatch_country, ...given } = makeRefund({
    supply_kind: "energy",
    original_event_id: sale.event_id,
    ...on("2027-01-15"),
  });
  const refund = recordOf(given);
  expect(UNION_OSS.exclusionOf(withLink(refund, linkOf(refund, sale)))).toEqual(OF_NO_RETURN);
});

test.for<[string, NewEvent | undefined, Exclusion | undefined]>([
  ["of a sale in the scheme", makeSale(), undefined],
  ["of one that is not known", undefined, exclusion("correction_reference_missing_excluded")],
  ["of one in no return", makeSale({ rate_category: "zero" }), OF_NO_RETURN],
  ["of one for a business", makeSale({ customer_type: "b2b" }), OF_NO_RETURN],
  ["of one under review", makeSale({ classification_status: "needs_review" }), INVALID],
  ["of an export", makeSale({ consumption_country: "US" }), INVALID],
  ["of a service", makeService(), INVALID],
])("a refund %s", ([, original, code]) => {
  const refund = recordOf(makeRefund());
  const link = linkOf(refund, original && recordOf(original));
  expect(UNION_OSS.exclusionOf(withLink(refund, link))).toEqual(code);
});

test.for([
  ["goods", "DE", "SE", undefined],
  ["goods", "SE", "SE", undefined],
  ["goods", "DE", "XI", undefined],
  ["services", "DE", "SE", undefined],
  ["services", "SE", "SE", "classification_excluded"],
  ["services", "DE", "XI", "unsupported_supply_kind_excluded"],
] as const)("%s to %s in a return to %s: %s", ([supply_kind, to, identification, code]) => {
  const placed = { supply_kind, from_country: "PL", consumption_country: to };
  expect(UNION_OSS.exclusionUnder(placed, identification)).toBe(code);
});

test.for([
  ["goods", makeSale(), { supply_kind: "goods", from_country: "SE" }],
  ["a service", makeService(), { supply_kind: "services", from_country: "SE" }],
  ["energy, which leaves nowhere", makeEnergy(), { supply_kind: "goods", from_country: "" }],
  [
    "a service from nowhere known",
    makeService({ establishment_country: undefined }),
    { supply_kind: "services", from_country: "" },
  ],
] as const)("the origin of %s", ([, event, origin]) => {
  expect(UNION_OSS.originOf(event)).toEqual(origin);
});
