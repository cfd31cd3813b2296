import type { Session, Shop } from "./shop.ts";

export type Variants = {
  readonly Standard: string;
  readonly Reduced: string;
  readonly Zero: string;
};
type Category = keyof Variants;

/** An order as a customer makes it. */
export type Plan = {
  readonly country: string;
  readonly postcode: string;
  readonly lines: readonly (readonly [Category, quantity: number])[];
  readonly coupon: boolean;
  readonly payment: "paid" | "authorized";
};

type TaxRow = {
  readonly description: string;
  readonly taxRate: number;
  readonly taxBase: number;
  readonly taxTotal: number;
};

/** An order as the shop answers it; prices in cents, rates in percent. */
export type ShopOrder = {
  readonly id: string;
  readonly code: string;
  readonly totalWithTax: number;
  readonly taxSummary: readonly TaxRow[];
  readonly lines: readonly {
    readonly id: string;
    readonly quantity: number;
    readonly taxRate: number;
    readonly proratedUnitPriceWithTax: number;
    readonly taxLines: readonly { readonly description: string }[];
  }[];
  readonly payments: readonly { readonly id: string }[];
};

const FIELDS = `... on Order { id code totalWithTax
  taxSummary { description taxRate taxBase taxTotal }
  lines { id quantity taxRate proratedUnitPriceWithTax taxLines { description } }
  payments { id } }`;
const REFUSED = "... on ErrorResult { errorCode message }";

/** Sets up what the shop sells, by its Admin API. */
export async function fillShop(shop: Shop): Promise<Variants> {
  const { items } = await shop.ask<{ items: { id: string; name: Category }[] }>(
    "{ taxCategories { items { id name } } }",
  );
  const category = new Map(items.map(({ id, name }) => [name, id]));
  const translations = (name: string) => [
    { languageCode: "en", name, slug: name, description: "" },
  ];
  const variant = async (name: Category, price: number): Promise<string> => {
    const product = await shop.ask<{ id: string }>(
      "mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }",
      { input: { translations: translations(name) } },
    );
    const [made] = await shop.ask<{ id: string }[]>(
      "mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }",
      {
        input: [
          {
            productId: product.id,
            sku: name,
            price,
            taxCategoryId: category.get(name),
            trackInventory: "FALSE",
            translations: [{ languageCode: "en", name }],
          },
        ],
      },
    );
    return made?.id ?? "";
  };
  await shop.ask(
    "mutation ($input: CreateShippingMethodInput!) { createShippingMethod(input: $input) { id } }",
    {
      input: {
        code: "parcel",
        fulfillmentHandler: "manual-fulfillment",
        checker: {
          code: "default-shipping-eligibility-checker",
          arguments: [{ name: "orderMinimum", value: "0" }],
        },
        calculator: { code: "eu-vat-flat-rate", arguments: [{ name: "rate", value: "490" }] },
        translations: [{ languageCode: "en", name: "Parcel", description: "" }],
      },
    },
  );
  await shop.ask(
    `mutation ($input: CreatePromotionInput!) { createPromotion(input: $input) { ... on Promotion { id } ${REFUSED} } }`,
    {
      input: {
        enabled: true,
        couponCode: "TEN",
        conditions: [],
        actions: [
          { code: "order_percentage_discount", arguments: [{ name: "discount", value: "10" }] },
        ],
        translations: [{ languageCode: "en", name: "Ten", description: "" }],
      },
    },
  );
  return {
    Standard: await variant("Standard", 1999),
    Reduced: await variant("Reduced", 1235),
    Zero: await variant("Zero", 377),
  };
}

/** From now on, prices of the catalogue are net. */
export async function chargeNetPrices(shop: Shop): Promise<void> {
  const { id } = await shop.ask<{ id: string }>("{ activeChannel { id } }");
  await shop.ask(
    `mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { ... on Channel { id } ${REFUSED} } }`,
    { input: { id, pricesIncludeTax: false } },
  );
}

export type Placed = { readonly order: ShopOrder; readonly plan: Plan; readonly addressMs: number };

/** Fills a basket, enters the address and pays, by the Shop API. */
export async function placeOrder(shop: Shop, variants: Variants, plan: Plan): Promise<Placed> {
  const visitor = shop.visitor();
  for (const [category, quantity] of plan.lines) {
    await visitor.ask(
      `mutation ($id: ID!, $n: Int!) { addItemToOrder(productVariantId: $id, quantity: $n) { ${FIELDS} ${REFUSED} } }`,
      { id: variants[category], n: quantity },
    );
  }
  if (plan.coupon) {
    await visitor.ask(`mutation { applyCouponCode(couponCode: "TEN") { ${FIELDS} ${REFUSED} } }`);
  }
  await visitor.ask(
    `mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) { ${FIELDS} ${REFUSED} } }`,
    { input: { emailAddress: "one@example.com", firstName: "A", lastName: "B" } },
  );
  const started = performance.now();
  await visitor.ask(
    `mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { ${FIELDS} ${REFUSED} } }`,
    { input: { streetLine1: "1", countryCode: plan.country, postalCode: plan.postcode } },
  );
  const addressMs = performance.now() - started;
  return { order: await paid(visitor, plan), plan, addressMs };
}

async function paid(visitor: Session, { payment }: Plan): Promise<ShopOrder> {
  const [method] = await visitor.ask<{ id: string }[]>("{ eligibleShippingMethods { id } }");
  await visitor.ask(
    `mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { ${FIELDS} ${REFUSED} } }`,
    { id: [method?.id] },
  );
  await visitor.ask(
    `mutation { transitionOrderToState(state: "ArrangingPayment") { ${FIELDS} ${REFUSED} } }`,
  );
  return await visitor.ask(
    `mutation ($input: PaymentInput!) { addPaymentToOrder(input: $input) { ${FIELDS} ${REFUSED} } }`,
    { input: { method: payment, metadata: {} } },
  );
}

export const orderNow = (shop: Shop, { id }: ShopOrder): Promise<ShopOrder> =>
  shop.ask(`query ($id: ID!) { order(id: $id) { ${FIELDS} } }`, { id });

type Lines = readonly { readonly orderLineId: string; readonly quantity: number }[];

/** Pays back, and settles the refund as the administrator does who has seen the money leave. */
export async function refund(shop: Shop, { payments }: ShopOrder, lines: Lines, amount: number) {
  const { id, state } = await shop.ask<{ id: string; state: string }>(
    `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { ... on Refund { id state } ${REFUSED} } }`,
    { input: { paymentId: payments[0]?.id, lines, shipping: 0, adjustment: 0, amount } },
  );
  if (state === "Settled") return;
  await shop.ask(
    `mutation ($input: SettleRefundInput!) { settleRefund(input: $input) { ... on Refund { id } ${REFUSED} } }`,
    { input: { id, transactionId: `refund-${id}` } },
  );
}

export const cancel = (shop: Shop, { id }: ShopOrder, lines?: Lines) =>
  shop.ask(
    `mutation ($input: CancelOrderInput!) { cancelOrder(input: $input) { ${FIELDS} ${REFUSED} } }`,
    { input: { orderId: id, cancelShipping: lines === undefined, ...(lines && { lines }) } },
  );
