import { createHmac } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { wooHeaders, wooOrder } from "../../make/shop-order.ts";
import { shopifyOrder } from "../../make/shopify-order.ts";
import {
  stripeCreditNote,
  stripeEvent,
  stripeHeaders,
  stripeInvoice,
} from "../../make/stripe-document.ts";
import { call } from "../../stack/api.ts";
import { newSeller } from "../../stack/seller.ts";
import {
  allSettled,
  type ConnectedShop,
  connectedShopify,
  connectedStripe,
  connectedWoo,
  returnLines,
  sendTo,
} from "../../stack/shops.ts";
import { soaking } from "../../stack/soak.ts";

/** A message as it is sent: a body of its own, and its topic where that is in a header. */
type Message = { readonly topic: string; readonly body: string };

/** The outcome of a message, and the reason of its first finding. */
type Case = readonly [name: string, message: Message, outcome: string, reason?: string];

const LINES = 5_000;
const TEXT = "ü".repeat(50_000);
const DEEP = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
const line = { net: 100, rate: 1_900 };

const woo = (order: object, topic = "order.updated"): Message => ({
  topic,
  body: JSON.stringify(order),
});
const wooOf = (id: number, more: Parameters<typeof wooOrder>[0] | object = {}) =>
  wooOrder({ id, lines: [line], ...more });

const WOO: readonly Case[] = [
  ["5,000 lines", woo(wooOf(1, { lines: Array(LINES).fill(line) })), "committed"],
  ["no lines", woo(wooOf(2, { lines: [] })), "excluded", "nothing_charged"],
  [
    "zero amounts",
    woo(wooOf(3, { lines: [{ net: 0, rate: 1_900 }] })),
    "excluded",
    "nothing_charged",
  ],
  [
    "negative amounts",
    woo(wooOf(4, { lines: [{ net: -100, rate: 1_900 }] })),
    "rejected",
    "negative_amount",
  ],
  ["a draft", woo(wooOf(5, { status: "checkout-draft" })), "excluded", "not_paid"],
  ["a currency that the ECB does not quote", woo(wooOf(6, { currency: "AED" })), "committed"],
  ["a currency that is none", woo(wooOf(7, { currency: "EURO" })), "rejected", "unknown_currency"],
  ["text of 100 KB", woo({ ...wooOf(8), customer_note: TEXT, number: TEXT }), "committed"],
  ["a country of 100 KB", woo(wooOf(9, { country: TEXT })), "unresolved", "country_missing"],
  [
    "a status of 100 KB without payment",
    woo({ ...wooOf(10, { status: TEXT }), date_paid: null }),
    "excluded",
    "not_paid",
  ],
  [
    "an amount of 100 KB",
    woo({ ...wooOf(11), total_tax: "9".repeat(100_000) }),
    "rejected",
    "not_a_number",
  ],
  ["lines that are no list", woo({ ...wooOf(12), line_items: 7 }), "rejected", "invalid_value"],
  [
    "JSON that is cut",
    { topic: "order.updated", body: JSON.stringify(wooOf(13)).slice(0, 99) },
    "rejected",
    "body_unreadable",
  ],
  ["a list", { topic: "order.updated", body: "[]" }, "rejected", "body_unreadable"],
  ["lists in lists", { topic: "order.updated", body: DEEP }, "rejected", "body_unreadable"],
  ["nothing", { topic: "order.updated", body: "" }, "rejected", "body_unreadable"],
  ["null", { topic: "order.updated", body: "null" }, "rejected", "body_unreadable"],
  ["an order without an id", woo({ ...wooOf(14), id: null }), "rejected", "body_unreadable"],
  [
    "a product",
    woo({ id: 1, name: "Mug", type: "simple" }, "product.updated"),
    "ignored",
    "topic_unknown",
  ],
];

const shopify = (order: object, topic = "orders/updated"): Message => ({
  topic,
  body: JSON.stringify(order),
});
const shopifyOf = (id: number, more: object = {}) => shopifyOrder({ id, lines: [line], ...more });

const SHOPIFY: readonly Case[] = [
  // Of 5,000 lines Shopify makes more than a megabyte.
  ["4,500 lines", shopify(shopifyOf(1, { lines: Array(4_500).fill(line) })), "committed"],
  ["no lines", shopify(shopifyOf(2, { lines: [] })), "excluded", "nothing_charged"],
  [
    "zero amounts",
    shopify(shopifyOf(3, { lines: [{ net: 0, rate: 1_900 }] })),
    "excluded",
    "nothing_charged",
  ],
  [
    "negative amounts",
    shopify(shopifyOf(4, { lines: [{ net: -100, rate: 1_900 }] })),
    "rejected",
    "negative_amount",
  ],
  [
    "two currencies",
    shopify(shopifyOf(5, { lines: [line, { ...line, currency: "GBP" }] })),
    "rejected",
    "invalid_value",
  ],
  ["a test order", shopify({ ...shopifyOf(6), test: true }), "excluded", "test_order"],
  ["a draft", shopify({ ...shopifyOf(7), financial_status: null }), "excluded", "not_paid"],
  [
    "a currency that the ECB does not quote",
    shopify(shopifyOf(8, { currency: "AED" })),
    "committed",
  ],
  [
    "a currency that is none",
    shopify(shopifyOf(9, { currency: "EURO" })),
    "rejected",
    "unknown_currency",
  ],
  ["text of 100 KB", shopify({ ...shopifyOf(10), note: TEXT, name: TEXT }), "committed"],
  [
    "a country of 100 KB",
    shopify(shopifyOf(11, { country: TEXT })),
    "unresolved",
    "country_missing",
  ],
  [
    "a rate of 1,900 %",
    shopify(shopifyOf(12, { lines: [{ net: 100, rate: 190_000 }] })),
    "rejected",
    "invalid_value",
  ],
  [
    "JSON that is cut",
    { topic: "orders/updated", body: JSON.stringify(shopifyOf(13)).slice(0, 99) },
    "rejected",
    "body_unreadable",
  ],
  ["a number", { topic: "orders/updated", body: "7" }, "rejected", "body_unreadable"],
  ["lists in lists", { topic: "orders/updated", body: DEEP }, "rejected", "body_unreadable"],
  [
    "a customer",
    shopify({ id: 1, email: "a@example.com" }, "customers/update"),
    "ignored",
    "topic_unknown",
  ],
];

const stripe = (type: string, object: Record<string, unknown>, second: number): Message => ({
  topic: type,
  body: JSON.stringify(stripeEvent(type, object, second)),
});
const taxes = [{ net: 100, vat: 20 }];
const invoiceOf = (n: number, more: object = {}) =>
  stripeInvoice({ id: `in_${n}`, taxes, ...more });
const finalized = (n: number, object: Record<string, unknown> = invoiceOf(n)) =>
  stripe("invoice.finalized", object, n);

const STRIPE: readonly Case[] = [
  [
    "5,000 lines",
    finalized(1, {
      ...invoiceOf(1, { taxes: [{ net: 1_000_000, vat: 200_000 }] }),
      lines: { data: Array(LINES).fill({ amount: 1, taxes: [] }), has_more: false },
    }),
    "committed",
  ],
  [
    "no lines",
    finalized(2, { ...invoiceOf(2, { taxes: [] }), lines: { data: [] } }),
    "excluded",
    "nothing_charged",
  ],
  [
    "zero amounts",
    finalized(3, invoiceOf(3, { taxes: [{ net: 0, vat: 0 }] })),
    "excluded",
    "nothing_charged",
  ],
  [
    "negative amounts",
    finalized(4, invoiceOf(4, { taxes: [{ net: -100, vat: -20 }] })),
    "rejected",
    "negative_amount",
  ],
  [
    "another currency than its invoice",
    stripe(
      "credit_note.created",
      stripeCreditNote({ id: "cn_5", invoice: "in_1", currency: "gbp", taxes }),
      5,
    ),
    "rejected",
    "invalid_value",
  ],
  ["a test", finalized(6, invoiceOf(6, { livemode: false })), "ignored", "test_order"],
  ["a draft", finalized(7, invoiceOf(7, { status: "draft" })), "excluded", "draft"],
  [
    "a currency that the ECB does not quote",
    finalized(8, invoiceOf(8, { currency: "aed" })),
    "committed",
  ],
  [
    "a currency that is none",
    finalized(9, invoiceOf(9, { currency: "euro" })),
    "rejected",
    "unknown_currency",
  ],
  ["text of 100 KB", finalized(10, { ...invoiceOf(10), footer: TEXT, number: TEXT }), "committed"],
  [
    "a country of 100 KB",
    finalized(11, invoiceOf(11, { country: TEXT })),
    "unresolved",
    "country_missing",
  ],
  [
    "JSON that is cut",
    { topic: "", body: finalized(12).body.slice(0, 99) },
    "ignored",
    "topic_unknown",
  ],
  ["a list", { topic: "", body: "[]" }, "ignored", "topic_unknown"],
  [
    "an event without its object",
    { topic: "", body: JSON.stringify({ ...JSON.parse(finalized(13).body), data: {} }) },
    "rejected",
    "body_unreadable",
  ],
  [
    "an invoice of an older version",
    finalized(14, { ...invoiceOf(14), total_taxes: undefined, total_tax_amounts: [] }),
    "rejected",
    "invalid_value",
  ],
];

const hmac = (secret: string, body: string) =>
  createHmac("sha256", secret).update(body).digest("base64");

/** The headers with which each shop sends a message. */
const HEADERS = {
  woocommerce: (secret: string, { topic, body }: Message) => wooHeaders(secret, topic, body),
  shopify: (secret: string, { topic, body }: Message) => ({
    "content-type": "application/json",
    "x-shopify-topic": topic,
    "x-shopify-hmac-sha256": hmac(secret, body),
  }),
  stripe: (secret: string, { body }: Message) => stripeHeaders(secret, body, new Date()),
};

const CONNECT = { woocommerce: connectedWoo, shopify: connectedShopify, stripe: connectedStripe };

/** The messages of all shops that were looked at. */
const known = new Set<string>();

/** Sends a message, waits until it is done, and returns what became of it. */
async function sent(kind: keyof typeof HEADERS, shop: ConnectedShop, message: Message) {
  const { status } = await sendTo(shop.id, message.body, HEADERS[kind](shop.secret, message));
  expect(status).toBe(200);
  const after = await allSettled(shop);
  const delivery = after.find(({ id }) => !known.has(id));
  for (const { id } of after) known.add(id);
  return [delivery?.outcome, delivery?.findings[0]?.reason];
}

/** All in a soak; in `npm test` the first with an outcome and its reason, and those of currencies. */
const isTried = ([name, , ...outcome]: Case, n: number, cases: readonly Case[]): boolean =>
  soaking ||
  name.includes("currency") ||
  cases.findIndex(([, , ...other]) => isDeepStrictEqual(outcome, other)) === n;

describe.for([
  ["woocommerce", WOO, woo(wooOf(99, { lines: [{ net: 10_000, rate: 1_900 }] }))],
  ["shopify", SHOPIFY, shopify(shopifyOf(99, { lines: [{ net: 10_000, rate: 1_900 }] }))],
  [
    "stripe",
    STRIPE,
    finalized(99, invoiceOf(99, { taxes: [{ net: 10_000, vat: 1_900 }], country: "DE" })),
  ],
] as const)("a message of %s", ([kind, cases, good]) => {
  it("that is not as expected has its finding, and does not stop later ones", async () => {
    const shop = await CONNECT[kind](await newSeller("SE", { establishment_country: "SE" }));
    const seen: (string | undefined)[][] = [];
    const tried = cases.filter(isTried);
    for (const [name, message] of tried)
      seen.push([
        name,
        ...((await sent(kind, shop, message)).filter((one) => one !== undefined) as string[]),
      ]);
    expect(seen).toEqual(tried.map(([name, , ...expected]) => [name, ...expected]));
    expect(await sent(kind, shop, good)).toEqual(["committed", undefined]);
    const lines = await returnLines(shop);
    expect(lines.some(([state]) => state === "DE")).toBe(true);
    const { body } = await call<{ warnings: { code: string }[] }>(
      shop.seller.readOnly,
      "GET",
      "/v1/returns/union-oss/2026-Q4",
    );
    expect(body.warnings.map(({ code }) => code)).toContain("missing_exchange_rate_excluded");
  });
});

it("a message of four megabytes is booked; a larger one is rejected, and later ones are booked", async () => {
  const shop = await connectedWoo(await newSeller("SE", { establishment_country: "SE" }));
  const large = (id: number, length: number) => woo({ ...wooOf(id), note: "x".repeat(length) });
  expect(await sent("woocommerce", shop, large(3, 4_000_000))).toEqual(["committed", undefined]);
  const tooLarge = large(1, 5_000_001);
  const signature = HEADERS.woocommerce(shop.secret, tooLarge);
  expect((await sendTo(shop.id, tooLarge.body, signature)).status).toBe(413);
  expect(await sent("woocommerce", shop, woo(wooOf(2)))).toEqual(["committed", undefined]);
});
