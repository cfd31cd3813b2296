import type { ReachedApi } from "../../operate/imports/reach-api.ts";
import { allItems } from "./account.ts";
import type { Shop } from "./shop.ts";

/** The tax classes of the shop, by the rates of a country that they have. */
export const TAX_CLASSES = ["standard", "reduced-rate", "lowest-rate", "zero-rate"] as const;
export type TaxClass = (typeof TAX_CLASSES)[number];

/** The name by which a run knows the rates that an earlier one has set. */
const NAME = "outside check";

const LOWEST_CLASS = "Lowest rate";

type TaxRate = {
  readonly tax_class_id: string;
  readonly country: string;
  readonly rate_bps: number;
};

/** The classes of goods that some Member States tax at zero, so that a shop may sell them without VAT. */
const ZERO_CLASSES = [
  "food",
  "pharma",
  "medical_devices",
  "books",
  "newspapers",
  "children_clothing",
];

/** The rates of each country as the shop has them, and where a rate of zero is in force. */
export type Catalogue = {
  readonly classes: ReadonlyMap<string, ReadonlySet<TaxClass>>;
  readonly zeroRated: ReadonlySet<string>;
  readonly products: Readonly<Record<TaxClass, readonly number[]>>;
  readonly coupons: Readonly<Record<"tenth" | "five" | "all", string>>;
  readonly couponIds: readonly number[];
};

/** Returns a country as the shop writes it. */
const inShop = (country: string): string => (country === "EL" ? "GR" : country);

/** Sets the tax rates of all Member States, and makes products of each class and coupons. */
export async function prepareShop(shop: Shop, api: ReachedApi, run: string): Promise<Catalogue> {
  const rates = await ratesToday(api);
  const wanted = [...rates].flatMap(([country, of]) => rowsOf(country, of));
  await setRates(shop, wanted);
  const products = await Promise.all(TAX_CLASSES.map((name) => productsOf(shop, run, name)));
  const coupons = { tenth: `${run}-tenth`, five: `${run}-five`, all: `${run}-all` };
  const made = await shop.create<{ readonly id: number }>("coupons", [
    { code: coupons.tenth, discount_type: "percent", amount: "10" },
    { code: coupons.five, discount_type: "fixed_cart", amount: "5.00" },
    { code: coupons.all, discount_type: "percent", amount: "100" },
  ]);
  const classes = Map.groupBy(wanted, ({ country }) => country);
  return {
    classes: new Map(
      [...classes].map(([country, rows]) => [country, new Set(rows.map((row) => row.class))]),
    ),
    zeroRated: new Set([...rates].flatMap(([country, of]) => (isZeroRated(of) ? [country] : []))),
    products: Object.fromEntries(TAX_CLASSES.map((name, n) => [name, products[n] ?? []])) as Record<
      TaxClass,
      readonly number[]
    >,
    coupons,
    couponIds: made.map(({ id }) => id),
  };
}

/** Removes what a run has made; the tax rates stay for the next one. */
export async function clearShop(
  shop: Shop,
  { products, couponIds }: Catalogue,
  orders: readonly number[],
): Promise<void> {
  await shop.remove("orders", orders);
  await shop.remove("products", Object.values(products).flat());
  await shop.remove("coupons", couponIds);
}

const isZeroRated = (of: readonly TaxRate[]): boolean =>
  of.some((rate) => rate.rate_bps === 0 && ZERO_CLASSES.includes(rate.tax_class_id));

/** Returns the rates of today by country, as the service publishes them. */
async function ratesToday(api: ReachedApi): Promise<ReadonlyMap<string, readonly TaxRate[]>> {
  const today = new Date().toISOString().slice(0, 10);
  const items = await allItems<TaxRate>(api, `/v1/tax-rates?from=${today}&to=${today}`);
  return Map.groupBy(items, ({ country }) => country);
}

type RateRow = {
  readonly country: string;
  readonly postcode: string;
  readonly class: TaxClass;
  readonly rate: string;
  readonly name: string;
};

/** Returns the rates of a country by class. The shop of Northern Ireland is the United Kingdom's, by postcode. */
function rowsOf(country: string, of: readonly TaxRate[]): readonly RateRow[] {
  const standard = of.find(({ tax_class_id }) => tax_class_id === "standard")?.rate_bps ?? 0;
  const others = of.map(({ rate_bps }) => rate_bps).filter((bps) => bps > 0 && bps < standard);
  const found: readonly (readonly [TaxClass, number | undefined])[] = [
    ["standard", standard],
    ["reduced-rate", others.length > 0 ? Math.max(...others) : undefined],
    ["lowest-rate", others.length > 0 ? Math.min(...others) : undefined],
    ["zero-rate", isZeroRated(of) ? 0 : undefined],
  ];
  const isNorth = country === "XI";
  return found.flatMap(([name, bps]) => {
    if (bps === undefined) return [];
    const place = { country: isNorth ? "GB" : inShop(country), postcode: isNorth ? "BT*" : "" };
    const row = { ...place, class: name, rate: (bps / 100).toFixed(4), name: NAME };
    return country === "FR" ? [row, { ...row, country: "MC" }] : [row];
  });
}

type StoredRate = Omit<RateRow, "class"> & { readonly id: number; readonly class: string };

const rateKey = (rate: Omit<StoredRate, "id">) =>
  [rate.country, rate.postcode, rate.class, rate.rate, rate.name].join(" ");

/** Makes the shop's rates those that are wanted, so that no other is charged with them. */
async function setRates(shop: Shop, wanted: readonly RateRow[]): Promise<void> {
  const classes = await shop.ask<{ slug: string }[]>("GET", "taxes/classes");
  if (!classes.some(({ slug }) => slug === "lowest-rate")) {
    await shop.ask("POST", "taxes/classes", { name: LOWEST_CLASS });
  }
  const stored = await shop.all<StoredRate>("taxes");
  const keys = new Set(wanted.map(rateKey));
  const places = new Set(wanted.map(({ country }) => country));
  const others = stored.filter((rate) => places.has(rate.country) && !keys.has(rateKey(rate)));
  await shop.remove(
    "taxes",
    others.map(({ id }) => id),
  );
  const known = new Set(stored.map(rateKey));
  const missing = wanted.filter((rate) => !known.has(rateKey(rate)));
  await shop.create(
    "taxes",
    missing.map((rate) => ({ ...rate, shipping: true })),
  );
}

const PRICES = ["4.99", "12.90", "24.95", "89.00", "0.37"];

async function productsOf(shop: Shop, run: string, name: TaxClass): Promise<readonly number[]> {
  const made = await shop.create<{ readonly id: number }>(
    "products",
    PRICES.map((price) => ({
      name: `${name} ${price}`,
      sku: `${run}-${name}-${price}`,
      regular_price: price,
      tax_class: name,
      virtual: false,
    })),
  );
  return made.map(({ id }) => id);
}
