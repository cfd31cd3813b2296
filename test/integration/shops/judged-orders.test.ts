import { expect, it } from "vitest";
import { shopifyHeaders, shopifyOrder, wooOrder } from "../../make/shop-order.ts";
import { newSeller } from "../../stack/seller.ts";
import {
  allSettled,
  connectedShopify,
  connectedWoo,
  returnLines,
  sendTo,
  sendWoo,
} from "../../stack/shops.ts";

/* What becomes of orders as shops really write them, from the signed message to the return. */

const LINES = [
  { net: 2_360, rate: 2_100 },
  { net: 995, rate: 900 },
];
const ORDER = { id: 7, country: "NL", lines: LINES };
const PLACE = { country: "", postcode: "" };

const toShop = async () => connectedWoo(await newSeller("SE", { establishment_country: "SE" }));

const LOYALTY = {
  total: "35.91",
  total_tax: "5.36",
  fee_lines: [
    {
      id: 9,
      name: "Loyalty",
      total: "-3.00",
      total_tax: "-0.50",
      taxes: [
        { id: 1, total: "-0.40" },
        { id: 2, total: "-0.10" },
      ],
    },
  ],
};

it.for<[what: string, changes: object, outcome: string, reason: string | undefined]>([
  ["a negative fee over two rates", LOYALTY, "committed", "net_derived"],
  [
    "a delivered one that nobody has paid",
    { date_paid: null, date_completed: "2026-10-08T10:00:00" },
    "committed",
    undefined,
  ],
  ["a delivered one without its day", { date_paid: null }, "unresolved", "delivery_day_missing"],
  [
    "one without the field of payment",
    { date_paid: undefined, date_paid_gmt: "2026-10-05T08:00:00" },
    "committed",
    undefined,
  ],
  [
    "a cancelled one that kept the money",
    { status: "cancelled" },
    "unresolved",
    "cancelled_with_payment",
  ],
  [
    "one of a till",
    { created_via: "pos-rest-api", billing: PLACE, shipping: PLACE },
    "excluded",
    "local_pickup",
  ],
  [
    "one with VAT to the Canary Islands",
    { shipping: { country: "ES", postcode: "35001" } },
    "excluded",
    "outside_eu_with_vat",
  ],
  ["one that was paid less than its lines", { total: "30.00" }, "unresolved", "net_not_split"],
])("an order of WooCommerce: %s", async ([, changes, outcome, reason]) => {
  const shop = await toShop();
  const order = wooOrder(ORDER);
  expect(await sendWoo(shop, "order.updated", { ...order, ...changes })).toBe(200);
  const [delivery] = await allSettled(shop);
  expect(delivery).toMatchObject({ outcome });
  expect(delivery?.findings.map((finding) => finding.reason)).toEqual(reason ? [reason] : []);
});

it("a negative fee over two rates lowers both in the return", async () => {
  const shop = await toShop();
  await sendWoo(shop, "order.updated", { ...wooOrder(ORDER), ...LOYALTY });
  await allSettled(shop);
  // 23.60 − 1.90 and 9.95 − 1.10.
  expect(await returnLines(shop)).toEqual([
    ["NL", 2_100, 2_170, 456],
    ["NL", 900, 885, 80],
  ]);
});

it.for<[what: string, changes: object, outcome: string, reason: string]>([
  [
    "at a till",
    { source_name: "pos", billing_address: null, shipping_address: null },
    "excluded",
    "local_pickup",
  ],
  [
    "with two taxes of a state outside the Union",
    { billing_address: { country_code: "US" }, shipping_address: { country_code: "US" } },
    "excluded",
    "outside_eu",
  ],
])("an order of Shopify %s", async ([, changes, outcome, reason]) => {
  const shop = await connectedShopify(await newSeller("SE", { establishment_country: "SE" }));
  const order = shopifyOrder({ ...ORDER, country: "US", lines: [{ net: 2_000, rate: 625 }] });
  const body = JSON.stringify({ ...order, ...changes });
  await sendTo(shop.id, body, shopifyHeaders(shop.secret, "orders/updated", body));
  const [delivery] = await allSettled(shop);
  expect(delivery).toMatchObject({ outcome, findings: [{ reason }] });
});
