import type { Weighted } from "./dice.ts";

/** The business of the demo: its seat, and the other country with staff or stock. */
export const SEAT = "SE";
export const FIXED_ESTABLISHMENT = "FR";

/** A line of the business: one source, one kind of supply, one place of origin. */
export type Line = {
  readonly source_id: string;
  readonly supply_kind: "goods" | "tbe_services" | "other_services";
  readonly from: { readonly dispatch_country: string } | { readonly establishment_country: string };
  readonly classes: Weighted<string>;
  /** Lowest and highest price, VAT included, in euro cents. */
  readonly prices_minor: readonly [number, number];
  /** A marketplace that is the deemed supplier (Art. 14a VAT Directive). */
  readonly supplier_role?: "deemed_supplier";
};

const HOUSEHOLD: Weighted<string> = [
  ["standard", 12],
  ["children_clothing", 3],
  ["books", 2],
  ["food", 2],
];

export const LINES: Weighted<Line> = [
  [
    {
      source_id: "shop-se",
      supply_kind: "goods",
      from: { dispatch_country: "SE" },
      classes: HOUSEHOLD,
      prices_minor: [1_500, 24_000],
    },
    36,
  ],
  [
    {
      source_id: "amazon-de",
      supply_kind: "goods",
      from: { dispatch_country: "DE" },
      classes: HOUSEHOLD,
      prices_minor: [900, 9_000],
    },
    22,
  ],
  [
    {
      source_id: "shop-pl",
      supply_kind: "goods",
      from: { dispatch_country: "PL" },
      classes: HOUSEHOLD,
      prices_minor: [700, 6_000],
    },
    12,
  ],
  [
    {
      source_id: "market-de",
      supply_kind: "goods",
      from: { dispatch_country: "DE" },
      classes: [["standard", 1]],
      prices_minor: [1_000, 12_000],
      supplier_role: "deemed_supplier",
    },
    2,
  ],
  [
    {
      source_id: "app/subscriptions",
      supply_kind: "tbe_services",
      from: { establishment_country: SEAT },
      classes: [["standard", 1]],
      prices_minor: [499, 4_900],
    },
    14,
  ],
  [
    {
      source_id: "studio-fr/downloads",
      supply_kind: "tbe_services",
      from: { establishment_country: FIXED_ESTABLISHMENT },
      classes: [["standard", 1]],
      prices_minor: [299, 2_900],
    },
    9,
  ],
  [
    {
      source_id: "tickets-se",
      supply_kind: "other_services",
      from: { establishment_country: SEAT },
      classes: [["admission_cultural", 1]],
      prices_minor: [1_800, 9_500],
    },
    5,
  ],
];

/** The countries of the customers. Goods from another country also go to the country of the seat. */
export const MARKETS: Weighted<string> = [
  ["DE", 20],
  ["FR", 12],
  ["DK", 9],
  ["PL", 8],
  ["NL", 8],
  ["IT", 8],
  ["FI", 8],
  ["ES", 7],
  ["SE", 6],
  ["CZ", 5],
  ["IE", 5],
  ["BE", 4],
  ["AT", 4],
  ["PT", 2],
  ["EL", 2],
  ["EE", 1],
  ["LU", 1],
  ["LV", 1],
];

/** Approximate value of a euro in other currencies; used only for price tags. */
export const PRICE_LEVELS: Readonly<Record<string, number>> = {
  EUR: 1,
  USD: 1.1,
  PLN: 4.3,
  DKK: 7.5,
  SEK: 11,
  CZK: 25,
};

/** Local currencies of customers, in which shops show prices. */
export const LOCAL_CURRENCIES: Readonly<Record<string, string>> = {
  CZ: "CZK",
  DK: "DKK",
  PL: "PLN",
  SE: "SEK",
};
