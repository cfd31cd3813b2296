import type { SupplyKind, Treatment } from "../schemes/supply-event.ts";

/** Why a supply is taxed where it is. Articles are of the VAT Directive, unless another act is named. */
type LegalBasis = {
  readonly rule: string;
  readonly articles: string;
  readonly statement: string;
};

const basis = (rule: string, articles: string, statement: string): LegalBasis => ({
  rule,
  articles,
  statement,
});

const DISTANCE_SALE = basis(
  "distance_sale",
  "Art. 14(4)(1), 33(a), 369b",
  "A distance sale within the Union is taxed where transport ends.",
);
const MARKETPLACE_SALE = basis(
  "marketplace_sale",
  "Art. 14a(2), 31 to 33, 369b",
  "A marketplace that is deemed to be the seller declares sales of goods within the Union, domestic ones too.",
);
const GOODS_WITHIN_A_STATE = basis(
  "goods_within_a_state",
  "Art. 31, 32",
  "Goods that do not leave a Member State are taxed there.",
);
const ELECTRONIC_SERVICE = basis(
  "electronic_service",
  "Art. 58",
  "Telecommunications, broadcasting and electronic services to consumers are taxed where the consumer is.",
);
const SERVICE_TO_CONSUMER = basis(
  "service_to_consumer",
  "Art. 45 to 54a",
  "A service to a consumer is taxed where the seller is, or where the rule of its kind says.",
);
const ENERGY = basis(
  "energy",
  "Art. 38, 39",
  "Gas, electricity, heat and cooling are taxed where they are consumed.",
);
const IMPORTED_GOODS = basis(
  "imported_goods",
  "Art. 33(b) and (c), 369l",
  "Goods from outside the Union in a consignment of at most EUR 150 are taxed where transport ends, in the import scheme.",
);
const INSTALLED_GOODS = basis(
  "installed_goods",
  "Art. 36",
  "Goods that the seller assembles or installs are taxed where that is done.",
);
const NEW_MEANS_OF_TRANSPORT = basis(
  "new_means_of_transport",
  "Art. 2(1)(b)(ii), 138(2)(a)",
  "The buyer of a new means of transport from another Member State declares its acquisition.",
);
const SMALL_SELLER = basis(
  "small_seller",
  "Art. 59c(1)",
  "Below EUR 10,000 a year, distance sales and electronic services of a seller in one Member State are taxed there.",
);
const EXEMPT_TO_BUSINESS = basis(
  "goods_to_business",
  "Art. 40, 138, 200",
  "A supply to a business in another Member State is exempt, and the business accounts for its acquisition.",
);
const SERVICE_TO_BUSINESS = basis(
  "service_to_business",
  "Art. 44, 196",
  "A service to a business is taxed where the business is, and it accounts for the tax.",
);
const EXPORT = basis("export", "Art. 146(1)", "Goods that leave the Union are exempt.");
const SOLD_BY_MARKETPLACE = basis(
  "sold_by_marketplace",
  "Art. 14a",
  "The marketplace is deemed to be the seller, and declares the sale.",
);
const OUTSIDE_UNION = basis(
  "outside_union",
  "Art. 31 to 33, 44, 58, 59",
  "The supply is not taxed in the Union, or at its border.",
);

/** What is said of a supply by the kind of supply, where the treatment alone does not decide. */
const BY_KIND: Readonly<Record<SupplyKind, LegalBasis>> = {
  goods: GOODS_WITHIN_A_STATE,
  tbe_services: ELECTRONIC_SERVICE,
  other_services: SERVICE_TO_CONSUMER,
  imported_goods: IMPORTED_GOODS,
  energy: ENERGY,
  new_means_of_transport: NEW_MEANS_OF_TRANSPORT,
  assembly_installation: INSTALLED_GOODS,
};

const GOODS: ReadonlySet<SupplyKind> = new Set(["goods", "imported_goods"]);

type Placed = {
  readonly treatment: Treatment;
  readonly supply_kind: SupplyKind;
  readonly isDeemedSupplier: boolean;
};

/** Returns the rule that places a supply under its treatment, with its articles. */
export function legalBasisOf({ treatment, supply_kind, isDeemedSupplier }: Placed): LegalBasis {
  switch (treatment) {
    case "origin_below_threshold":
      return SMALL_SELLER;
    case "export":
      return GOODS.has(supply_kind) ? EXPORT : OUTSIDE_UNION;
    case "deemed_by_marketplace":
      return SOLD_BY_MARKETPLACE;
    case "outside_scope":
      return OUTSIDE_UNION;
    case "reverse_charge":
      return GOODS.has(supply_kind)
        ? EXEMPT_TO_BUSINESS
        : supply_kind === "energy"
          ? ENERGY
          : SERVICE_TO_BUSINESS;
    case "union_oss":
      if (supply_kind !== "goods") return BY_KIND[supply_kind];
      return isDeemedSupplier ? MARKETPLACE_SALE : DISTANCE_SALE;
    default:
      return BY_KIND[supply_kind];
  }
}
