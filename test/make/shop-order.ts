import { createHmac } from "node:crypto";

/** One line of an order: its net amount in cents, and its rate. */
export type ShopLine = { readonly net: number; readonly rate: number };

/** A refund of lines of an order. */
export type ShopRefund = {
  readonly id: number;
  readonly day: string;
  readonly lines: readonly ShopLine[];
  /** The amount in cents of a refund that names no lines. */
  readonly amount?: number;
};

export type ShopOrder = {
  readonly id: number;
  readonly country?: string;
  readonly currency?: string;
  readonly status?: string;
  /** The day of payment. */
  readonly day?: string;
  /** Seconds since the order was placed at which it was modified last. */
  readonly modified?: number;
  readonly lines: readonly ShopLine[];
  readonly refunds?: readonly ShopRefund[];
  /** The order as its shop wrote it once; it is sent as it is. */
  readonly document?: Record<string, unknown>;
};

const decimal = (cents: number): string => (cents / 100).toFixed(2);
export const vatOf = ({ net, rate }: ShopLine): number => Math.round((net * rate) / 10_000);

const amountOf = ({ amount, lines }: ShopRefund): number => amount ?? grossOf(lines);

const grossOf = (lines: readonly ShopLine[]): number =>
  lines.reduce((sum, line) => sum + line.net + vatOf(line), 0);

const DAY = "2026-10-05";

const ratesOf = ({ lines }: ShopOrder) => [...new Set(lines.map(({ rate }) => rate))];

/** The instant of the last change of an order. */
export const modifiedAt = ({ day = DAY, modified = 0 }: ShopOrder): string =>
  new Date(Date.parse(`${day}T08:00:00Z`) + modified * 1000).toISOString();

/** An order as the REST API of WooCommerce and its webhooks write it. */
export function wooOrder(order: ShopOrder): Record<string, unknown> {
  if (order.document) return order.document;
  const { id, country = "DE", currency = "EUR", status = "completed", lines, refunds = [] } = order;
  const { day = DAY } = order;
  const rates = ratesOf(order);
  const place = { country, postcode: "10115" };
  return {
    id,
    number: String(id),
    status,
    currency,
    date_created: `${day}T09:59:00`,
    date_modified_gmt: modifiedAt(order).slice(0, 19),
    // A shop that cancels a paid order gives the money back: one that was never paid has nothing to give back.
    date_paid: status === "cancelled" ? null : `${day}T10:00:00`,
    total: decimal(grossOf(lines)),
    total_tax: decimal(lines.reduce((sum, line) => sum + vatOf(line), 0)),
    prices_include_tax: true,
    billing: place,
    shipping: place,
    meta_data: [],
    tax_lines: rates.map((rate, n) => ({
      rate_id: n + 1,
      rate_code: `${country}-VAT-${n + 1}`,
      rate_percent: rate / 100,
    })),
    line_items: lines.map((line, n) => ({
      id: id * 100 + n,
      total: decimal(line.net),
      total_tax: decimal(vatOf(line)),
      taxes: [{ id: rates.indexOf(line.rate) + 1, total: decimal(vatOf(line)) }],
    })),
    shipping_lines: [],
    fee_lines: [],
    refunds: refunds.map((refund) => ({
      id: refund.id,
      reason: "",
      total: decimal(-amountOf(refund)),
    })),
  };
}

/** A refund as `GET /orders/<id>/refunds` of WooCommerce answers it. */
export const wooRefund = (order: ShopOrder, { id, day, lines, ...refund }: ShopRefund) => ({
  id,
  date_created: `${day}T12:00:00`,
  amount: decimal(amountOf({ id, day, lines, ...refund })),
  reason: "",
  meta_data: [],
  line_items: lines.map((line, n) => ({
    id: id * 100 + n,
    total: decimal(-line.net),
    total_tax: decimal(-vatOf(line)),
    taxes: [{ id: ratesOf(order).indexOf(line.rate) + 1, total: decimal(-vatOf(line)) }],
  })),
  shipping_lines: [],
  fee_lines: [],
  _links: { up: [{ href: `https://shop.example/wp-json/wc/v3/orders/${order.id}` }] },
});

/** The payment states of orders that are not paid in full; the payment of a cancelled one was never captured. */
const FINANCIAL: Readonly<Record<string, string>> = {
  pending: "pending",
  partially_paid: "partially_paid",
  cancelled: "voided",
};

/** An order as the Admin REST API of Shopify and its webhooks write it. A refund names the line of its rate. */
export function shopifyOrder(order: ShopOrder): Record<string, unknown> {
  if (order.document) return order.document;
  const { id, country = "DE", currency = "EUR", status = "completed", lines, refunds = [] } = order;
  const { day = DAY } = order;
  const money = (cents: number) => ({
    shop_money: { amount: decimal(cents), currency_code: currency },
    presentment_money: { amount: decimal(cents), currency_code: currency },
  });
  const at = `${day}T10:00:00+02:00`;
  const place = { country_code: country, zip: "10115" };
  const lineId = (n: number) => id * 100 + n;
  return {
    id,
    name: `#${id}`,
    created_at: at,
    processed_at: at,
    updated_at: modifiedAt(order).replace(".000Z", "+00:00"),
    cancelled_at: status === "cancelled" ? at : null,
    currency,
    presentment_currency: currency,
    financial_status: FINANCIAL[status] ?? "paid",
    taxes_included: false,
    test: false,
    total_price_set: money(grossOf(lines)),
    billing_address: place,
    shipping_address: place,
    line_items: lines.map((line, n) => ({
      id: lineId(n),
      quantity: 1,
      requires_shipping: true,
      gift_card: false,
      price_set: money(line.net),
      discount_allocations: [],
      tax_lines: [
        { title: `${country} VAT`, rate: line.rate / 10_000, price_set: money(vatOf(line)) },
      ],
    })),
    shipping_lines: [],
    refunds: refunds.map((refund) => ({
      id: refund.id,
      processed_at: `${refund.day}T12:00:00+02:00`,
      order_adjustments:
        refund.amount === undefined
          ? []
          : [{ kind: "refund_discrepancy", amount_set: money(-refund.amount) }],
      refund_shipping_lines: [],
      refund_line_items: refund.lines.map((line) => ({
        line_item_id: lineId(lines.findIndex(({ rate }) => rate === line.rate)),
        subtotal_set: money(line.net),
        total_tax_set: money(vatOf(line)),
      })),
    })),
  };
}

/** The headers with which Shopify sends a message. */
export const shopifyHeaders = (secret: string, topic: string, body: string) => ({
  "content-type": "application/json",
  "x-shopify-topic": topic,
  "x-shopify-webhook-id": "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043",
  "x-shopify-hmac-sha256": createHmac("sha256", secret).update(body).digest("base64"),
});

/** The headers with which WooCommerce sends a message, as node's fetch takes them. */
export const wooHeaders = (secret: string, topic: string, body: string) => ({
  "content-type": "application/json",
  "x-wc-webhook-topic": topic,
  "x-wc-webhook-delivery-id": "5d3c0b7f5a",
  "x-wc-webhook-signature": createHmac("sha256", secret).update(body).digest("base64"),
});
