import { expect, it, test } from "vitest";
import { legalBasisOf } from "../../../../shared/vat/place-of-supply/legal-basis.ts";
import {
  SUPPLY_KINDS,
  type SupplyKind,
  TREATMENTS,
  type Treatment,
} from "../../../../shared/vat/schemes/supply-event.ts";

test.for<[Treatment, SupplyKind, isDeemedSupplier: boolean, rule: string, article: string]>([
  ["union_oss", "goods", false, "distance_sale", "33(a)"],
  ["union_oss", "goods", true, "marketplace_sale", "14a(2)"],
  ["union_oss", "tbe_services", false, "electronic_service", "58"],
  ["union_oss", "energy", false, "energy", "39"],
  ["non_union_oss", "tbe_services", false, "electronic_service", "58"],
  ["ioss", "imported_goods", true, "imported_goods", "369l"],
  ["domestic", "goods", false, "goods_within_a_state", "32"],
  ["domestic", "other_services", false, "service_to_consumer", "45"],
  ["domestic", "assembly_installation", false, "installed_goods", "36"],
  ["origin_below_threshold", "goods", false, "small_seller", "59c(1)"],
  ["reverse_charge", "goods", false, "goods_to_business", "138"],
  ["reverse_charge", "tbe_services", false, "service_to_business", "196"],
  ["reverse_charge", "energy", false, "energy", "38"],
  ["export", "goods", false, "export", "146(1)"],
  ["deemed_by_marketplace", "goods", false, "sold_by_marketplace", "14a"],
  ["outside_scope", "other_services", false, "outside_union", "44"],
])(
  "%s of %s (deemed supplier: %s) is explained by %s",
  ([treatment, supply_kind, isDeemedSupplier, rule, article]) => {
    const basis = legalBasisOf({ treatment, supply_kind, isDeemedSupplier });
    expect(basis.rule).toBe(rule);
    expect(basis.articles).toContain(article);
  },
);

it("each treatment of each kind has a rule, its articles and a sentence", () => {
  for (const treatment of TREATMENTS) {
    for (const supply_kind of SUPPLY_KINDS) {
      const basis = legalBasisOf({ treatment, supply_kind, isDeemedSupplier: false });
      expect(basis.articles, `${treatment} ${supply_kind}`).toMatch(/^Art\. /);
      expect(basis.statement).toMatch(/^[A-Z].*\.$/);
    }
  }
});
