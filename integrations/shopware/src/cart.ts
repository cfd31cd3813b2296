/** The part that this app reads of what Shopware sends to a tax provider; prices are in units of the currency. */
export type TaxRequest = {
  readonly cart: {
    readonly price: { readonly taxStatus: "gross" | "net" | "tax-free" };
    readonly lineItems: readonly LineItem[];
    readonly deliveries: readonly {
      readonly positions: readonly { readonly identifier: string }[];
      readonly location: Location;
      readonly shippingCosts: { readonly totalPrice: number };
    }[];
  };
  readonly salesChannelContext: {
    readonly currency: { readonly isoCode: string };
    readonly shippingLocation: Location;
  };
};

export type LineItem = {
  readonly uniqueIdentifier: string;
  readonly price: { readonly totalPrice: number };
  /** A list without entries is an empty payload. */
  readonly payload: { readonly taxId?: string | null } | readonly never[];
};

type Location = {
  readonly country: { readonly iso: string | null };
  readonly address: { readonly zipcode?: string | null } | null;
};

/** A charge of the cart, divided over the tax classes that it shares: of goods there is one. */
export type Charge = {
  readonly id: string;
  readonly of: "lineItem" | "delivery";
  readonly parts: readonly { readonly taxClass: string; readonly minor: number }[];
};

/**
 * Returns the charges of a cart by tax class; undefined where a product has no class. Promotions and shipping share the
 * classes of the goods by their value, because they have no rate of their own (Art. 78, 79 VAT Directive).
 */
export function chargesOf(
  { cart }: TaxRequest,
  taxClasses: Readonly<Record<string, string>>,
): Charge[] | undefined {
  const goods = new Map<string, number>();
  const products = cart.lineItems.filter((item) => taxIdOf(item) !== undefined);
  for (const item of products) {
    const taxClass = taxClasses[taxIdOf(item) ?? ""];
    if (taxClass === undefined) return undefined;
    goods.set(taxClass, (goods.get(taxClass) ?? 0) + minorOf(item.price.totalPrice));
  }
  if (goods.size === 0) return undefined;
  const items = cart.lineItems.map((item): Charge => {
    const minor = minorOf(item.price.totalPrice);
    const taxClass = taxClasses[taxIdOf(item) ?? ""];
    const parts = taxClass === undefined ? shared(minor, goods) : [{ taxClass, minor }];
    return { id: item.uniqueIdentifier, of: "lineItem", parts };
  });
  const deliveries = cart.deliveries.map(({ positions, shippingCosts }): Charge => {
    const parts = shared(minorOf(shippingCosts.totalPrice), goods);
    return { id: positions[0]?.identifier ?? "", of: "delivery", parts };
  });
  return [...items, ...deliveries.filter(({ id }) => id !== "")];
}

const taxIdOf = ({ payload }: LineItem): string | undefined =>
  "taxId" in payload ? (payload.taxId ?? undefined) : undefined;

const minorOf = (price: number): number => Math.round(price * 100);

/** Divides an amount over the classes by the value of their goods; the last one takes what rounding leaves. */
function shared(minor: number, goods: ReadonlyMap<string, number>): Charge["parts"] {
  const total = [...goods.values()].reduce((sum, value) => sum + value, 0);
  let left = minor;
  const classes = [...goods];
  return classes.map(([taxClass, value], n) => {
    const isLast = n === classes.length - 1;
    const part = isLast || total === 0 ? left : Math.round((minor * value) / total);
    left -= part;
    return { taxClass, minor: part };
  });
}

/** Returns the place of delivery, or where the customer is when nothing is delivered. */
export const locationOf = ({ cart, salesChannelContext }: TaxRequest): Location =>
  cart.deliveries[0]?.location ?? salesChannelContext.shippingLocation;
