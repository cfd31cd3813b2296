import { expect, test } from "vitest";
import { linkOf } from "../../../shared/ledger/link.ts";
import type { NewEvent } from "../../../shared/ledger/schema.ts";
import { UNION_OSS } from "../../../shared/schemes/union-oss.ts";
import { makeRefund, makeSale, makeService } from "../../make/supply-event.ts";
import { recordOf } from "../ledger/memory-ledger.ts";

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
  expect(UNION_OSS.exclusionOf(recordOf(event))).toBe(code);
});

test.for<[string, NewEvent | undefined, string | undefined]>([
  ["of a sale in the scheme", makeSale(), undefined],
  ["of one that is not known", undefined, "correction_reference_missing_excluded"],
  [
    "of one in no return",
    makeSale({ rate_category: "zero" }),
    "unsupported_rate_category_excluded",
  ],
  ["of one for a business", makeSale({ customer_type: "b2b" }), "classification_excluded"],
  [
    "of an export",
    makeSale({ consumption_country: "US" }),
    "correction_reference_invalid_excluded",
  ],
  ["of a service", makeService(), "correction_reference_invalid_excluded"],
])("a refund %s", ([, original, code]) => {
  const refund = recordOf(makeRefund());
  const link = linkOf(refund, original && recordOf(original));
  expect(UNION_OSS.exclusionOf({ ...refund, link })).toBe(code);
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
  [
    "a service from nowhere known",
    makeService({ establishment_country: undefined }),
    { supply_kind: "services", from_country: "" },
  ],
] as const)("the origin of %s", ([, event, origin]) => {
  expect(UNION_OSS.originOf(event)).toEqual(origin);
});
