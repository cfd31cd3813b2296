import { Dice, type Weighted } from "../../demo/dice.ts";
import type { Catalogue, TaxClass } from "./catalogue.ts";

/** Key of the metadata by which a run knows its orders again. */
export const RUN_META = "_outside_check";

/** The settings of a shop by which orders differ: prices with VAT, VAT rounded once, and whose VAT it is. */
export const TAX_SETTINGS = [
  "woocommerce_prices_include_tax",
  "woocommerce_tax_round_at_subtotal",
  "woocommerce_tax_based_on",
] as const;

/** The kinds of orders, and how many of each a run makes. */
const KINDS = {
  consumer: 120,
  taxed_at_home: 4,
  northern_ireland: 6,
  monaco: 3,
  completed: 10,
  negative_fee: 10,
  zero_rated: 6,
  untaxed_class: 2,
  untaxed_fee: 3,
  business_without_vat: 6,
  business_with_vat: 3,
  domestic: 5,
  outside: 7,
  canaries: 3,
  pickup: 3,
  nothing: 3,
  unpaid: 6,
} as const;
type OrderKind = keyof typeof KINDS;

/** An order that the shop is asked to make. */
export type PlannedOrder = {
  readonly kind: OrderKind;
  /** The settings of the shop when the order is made, in the order of `TAX_SETTINGS`. */
  readonly settings: readonly string[];
  readonly body: OrderBody;
};

type OrderBody = Readonly<Record<string, unknown>>;

/** The inputs of the plan of an order. */
type Making = { readonly dice: Dice; readonly catalogue: Catalogue; readonly home: string };

const CURRENCIES: Weighted<string> = [
  ["EUR", 14],
  ["SEK", 2],
  ["PLN", 2],
  ["CZK", 1],
  ["USD", 1],
];

/** Plans the orders of a run: the same ones for the same seed. */
export function plannedOrders(
  run: string,
  seed: string,
  catalogue: Catalogue,
  home: string,
): readonly PlannedOrder[] {
  const dice = new Dice(seed);
  const kinds = Object.entries(KINDS).flatMap(([kind, count]) =>
    Array.from({ length: count }, () => kind as OrderKind),
  );
  return shuffled(kinds, dice).map((kind) => {
    const parts = PARTS[kind]({ dice, catalogue, home });
    const currency = dice.pick(CURRENCIES);
    const meta_data = [{ key: RUN_META, value: run }, ...(parts.meta ?? [])];
    const paid = parts.status ?? { status: "processing", set_paid: true };
    const { meta: _meta, status: _status, ...body } = parts;
    const chosen = [dice.chance(0.5), dice.chance(0.3)].map((isSet) => (isSet ? "yes" : "no"));
    const settings = [...chosen, kind === "taxed_at_home" ? "base" : "shipping"];
    return { kind, settings, body: { currency, ...paid, ...body, meta_data } };
  });
}

function shuffled<T>(values: readonly T[], dice: Dice): readonly T[] {
  const left = [...values];
  return values.map(() => left.splice(dice.whole(0, left.length - 1), 1)[0] as T);
}

type Parts = {
  readonly meta?: readonly { readonly key: string; readonly value: string }[];
  readonly status?: OrderBody;
  readonly line_items: readonly OrderBody[];
  readonly [part: string]: unknown;
};

const PARTS: Readonly<Record<OrderKind, (making: Making) => Parts>> = {
  consumer: (making) => basket(making, abroad(making)),
  taxed_at_home: (making) => basket(making, abroad(making)),
  northern_ireland: (making) => basket(making, "GB", "BT1 5GS"),
  monaco: (making) => basket(making, "MC", "98000"),
  completed: (making) => ({ ...basket(making, abroad(making)), status: { status: "completed" } }),
  negative_fee: (making) => {
    const country = abroad(making);
    const classes = [...(making.catalogue.classes.get(country) ?? [])];
    const [first, ...rest] = classes.filter((name) => name !== "zero-rate");
    const lines = [first, rest.at(-1) ?? first].map((name) => lineOf(making, name, 3));
    const total = `-${making.dice.whole(1, 2)}.${making.dice.whole(0, 9)}5`;
    const fee_lines = [{ name: "Loyalty", total, tax_status: "taxable" }];
    return { ...address(country), line_items: lines, fee_lines };
  },
  zero_rated: (making) => {
    const zeroRated = [...making.catalogue.classes].flatMap(([country, of]) =>
      of.has("zero-rate") && country !== making.home && country !== "GB" ? [country] : [],
    );
    const country = making.dice.pick(zeroRated.map((code) => [code, 1]));
    const lines = (["zero-rate", "standard"] as const).map((name) => lineOf(making, name));
    return { ...address(country), line_items: lines };
  },
  untaxed_class: (making) => {
    const lines = (["zero-rate", "standard"] as const).map((name) => lineOf(making, name));
    return { ...address("FR"), line_items: lines };
  },
  untaxed_fee: (making) => ({
    ...address(
      making.dice.pick([
        ["FR", 1],
        ["NL", 1],
      ]),
    ),
    line_items: [lineOf(making, "standard")],
    fee_lines: [{ name: "Service", total: "1.50", tax_status: "none" }],
  }),
  business_without_vat: (making) => {
    const numbers = [
      ["_billing_vat_number", "ATU12345675"] as const,
      ["is_vat_exempt", "yes"] as const,
    ];
    const meta = numbers.map(([key, value]) => ({ key, value }));
    return { ...basket(making, abroad(making)), meta };
  },
  business_with_vat: (making) => {
    const meta = [{ key: "_billing_vat_number", value: "ATU12345675" }];
    return { ...basket(making, abroad(making)), meta };
  },
  domestic: (making) => basket(making, making.home),
  outside: (making) => {
    const place = making.dice.pick([
      ["CH 8001", 2],
      ["GB SW1A 1AA", 2],
      ["US 10001", 1],
    ]);
    return basket(making, place.slice(0, 2), place.slice(3));
  },
  canaries: (making) =>
    basket(
      making,
      "ES",
      making.dice.pick([
        ["35001", 1],
        ["38001", 1],
      ]),
    ),
  pickup: (making) => ({
    ...basket(making, abroad(making)),
    shipping_lines: [{ method_id: "local_pickup", method_title: "Pick up", total: "0.00" }],
  }),
  nothing: (making) => ({
    ...address(abroad(making)),
    line_items: [lineOf(making, "standard")],
    coupon_lines: [{ code: making.catalogue.coupons.all }],
  }),
  unpaid: (making) => {
    const status = making.dice.pick([
      ["pending", 1],
      ["on-hold", 1],
      ["failed", 1],
    ]);
    return { ...basket(making, abroad(making)), status: { status } };
  },
};

const address = (country: string, postcode = "1011") => ({
  billing: { country, postcode },
  shipping: { country, postcode },
});

/** Returns a Member State other than that of the shop. */
export function abroad({ dice, catalogue, home }: Making): string {
  const states = [...catalogue.classes.keys()].filter(
    (country) => ![home, "GB", "MC"].includes(country),
  );
  return dice.pick(states.map((country) => [country, 1]));
}

function lineOf({ dice, catalogue }: Making, name: TaxClass = "standard", most = 4): OrderBody {
  const products = catalogue.products[name];
  return {
    product_id: dice.pick(products.map((id) => [id, 1])),
    quantity: dice.whole(1, most),
  };
}

/** Plans an order of one to four lines of the classes of a country, with shipping, fee and coupon by chance. */
function basket(making: Making, country: string, postcode?: string): Parts {
  const { dice, catalogue } = making;
  const known = [...(catalogue.classes.get(country) ?? ["standard" as const])];
  const classes = known.filter((name) => name !== "zero-rate");
  const count = dice.whole(1, 4);
  const { tenth, five } = catalogue.coupons;
  const cents = () => `${dice.whole(1, 9)}.${dice.whole(10, 99)}`;
  return {
    ...address(country, postcode),
    line_items: Array.from({ length: count }, () =>
      lineOf(making, dice.pick(classes.map((name) => [name, 1]))),
    ),
    ...(dice.chance(0.5) && {
      shipping_lines: [{ method_id: "flat_rate", method_title: "Parcel", total: cents() }],
    }),
    ...(dice.chance(0.15) && {
      fee_lines: [{ name: "Gift wrap", total: cents(), tax_status: "taxable" }],
    }),
    ...(dice.chance(0.25) && {
      coupon_lines: [
        {
          code: dice.pick([
            [tenth, 1],
            [five, 1],
          ]),
        },
      ],
    }),
  };
}
