import { createHmac } from "node:crypto";

/** One line of an order: its net amount in cents, and its rate. */
export type ShopLine = { readonly net: number; readonly rate: number };

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
  readonly refunds?: readonly { readonly id: number }[];
};

const decimal = (cents: number): string => (cents / 100).toFixed(2);
const vatOf = ({ net, rate }: ShopLine): number => Math.round((net * rate) / 10_000);

/** An order as the REST API of WooCommerce and its webhooks write it. */
export function wooOrder(order: ShopOrder): Record<string, unknown> {
  const { id, country = "DE", currency = "EUR", status = "completed", lines, refunds = [] } = order;
  const { day = "2026-10-05", modified = 0 } = order;
  const rates = [...new Set(lines.map(({ rate }) => rate))];
  const at = new Date(Date.parse(`${day}T08:00:00Z`) + modified * 1000);
  const place = { country, postcode: "10115" };
  return {
    id,
    number: String(id),
    status,
    currency,
    date_created: `${day}T09:59:00`,
    date_modified_gmt: at.toISOString().slice(0, 19),
    date_paid: `${day}T10:00:00`,
    total: decimal(lines.reduce((sum, line) => sum + line.net + vatOf(line), 0)),
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
    refunds: refunds.map((refund) => ({ id: refund.id, reason: "", total: "-1.00" })),
  };
}

/** The headers with which WooCommerce sends a message, as node's fetch takes them. */
export const wooHeaders = (secret: string, topic: string, body: string) => ({
  "content-type": "application/json",
  "x-wc-webhook-topic": topic,
  "x-wc-webhook-delivery-id": "5d3c0b7f5a",
  "x-wc-webhook-signature": createHmac("sha256", secret).update(body).digest("base64"),
});
