import { expect, it, test } from "vitest";
import { linkOf } from "../../../../shared/ledger/events/links.ts";
import { IOSS } from "../../../../shared/vat/schemes/ioss.ts";
import { withLink } from "../../../../shared/vat/schemes/supply-event.ts";
import { type EventChanges, makeImport, makeRefund } from "../../../make/supply-event.ts";
import { recordOf } from "../../ledger/memory-ledger.ts";

const worth = (intrinsic_value_minor: number, more: object = {}) => ({
  consignment: { intrinsic_value_minor, currency: "EUR" as const, excise_goods: false, ...more },
});
const EXCEEDED = "consignment_value_exceeded_excluded";
const UNVERIFIED = "consignment_value_unverified_excluded";

test.for<[string, EventChanges, string | undefined]>([
  ["EUR 100", {}, undefined],
  ["EUR 150.00 exactly", worth(15_000), undefined],
  ["EUR 150.01", worth(15_001), EXCEEDED],
  ["nothing at all", worth(0), undefined],
  [
    "USD with its euro value",
    worth(17_000, { currency: "USD" as const, intrinsic_value_eur_minor: 14_900 }),
    undefined,
  ],
  [
    "USD above, in euro",
    worth(17_000, { currency: "USD" as const, intrinsic_value_eur_minor: 15_100 }),
    EXCEEDED,
  ],
  ["USD 10 without a euro value", worth(1_000, { currency: "USD" as const }), UNVERIFIED],
  [
    "EUR against its verified value",
    worth(14_000, { intrinsic_value_eur_minor: 15_001 }),
    EXCEEDED,
  ],
  ["excise goods", worth(1_000, { excise_goods: true }), "excise_goods_excluded"],
  ["excise goes before the value", worth(99_999, { excise_goods: true }), "excise_goods_excluded"],
  ["the value goes before the origin", { ...worth(15_001), origin_country: undefined }, EXCEEDED],
  ["no origin", { origin_country: undefined }, "missing_origin_excluded"],
  [
    "a zero rate",
    { rate_category: "zero", ...worth(99_999) },
    "unsupported_rate_category_excluded",
  ],
  ["for a business", { customer_type: "b2b", rate_category: "zero" }, "classification_excluded"],
  ["under review", { classification_status: "needs_review" }, "needs_review_excluded"],
])("an import: %s", ([, changes, code]) => {
  expect(IOSS.exclusionOf(recordOf(makeImport(changes)))?.code).toBe(code);
});

test.for<[string, EventChanges | undefined, string | undefined]>([
  ["of an import in the scheme", {}, undefined],
  ["of one above the limit", worth(15_001), "correction_reference_invalid_excluded"],
  ["of one that is not known", undefined, "correction_reference_missing_excluded"],
  ["of goods within the Union", { supply_kind: "goods" }, "correction_reference_invalid_excluded"],
])("a refund %s", ([, changes, code]) => {
  const refund = recordOf(
    makeRefund({ supply_kind: "imported_goods", original_event_id: "import-1" }),
  );
  const link = linkOf(refund, changes && recordOf(makeImport(changes)));
  expect(IOSS.exclusionOf(withLink(refund, link))?.code).toBe(code);
});

it("knows no origin, no section and no service", () => {
  expect(IOSS.originOf(makeImport())).toEqual({ supply_kind: "goods", from_country: "" });
  const placed = { supply_kind: "goods", from_country: "", consumption_country: "SE" } as const;
  expect(IOSS.sectionOf(placed, "SE")).toEqual({ section: null, from_member_state: null });
  expect(IOSS.exclusionUnder(placed, "SE")).toBeUndefined();
});
