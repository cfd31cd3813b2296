import * as z from "zod";
import type { JsonRecord } from "../../files/csv-record.ts";
import { RowError } from "../outcome.ts";
import { dayIn, parsedAs, valueAt } from "../parse-values.ts";
import { amountAt } from "../record-fields.ts";
import type { RowAmount } from "../row-facts.ts";

/** A decimal as text, or as the number that Shopify's own pages show. */
const Decimal = z.union([z.string(), z.number()]).transform(String);
/** An amount in the currency that the buyer paid. */
const MoneySet = z
  .object({ presentment_money: z.object({ amount: Decimal, currency_code: z.string() }) })
  .transform(({ presentment_money: { amount, currency_code } }) => ({
    amount,
    currency: currency_code,
  }));
const Id = z.union([z.int(), z.string().max(40)]).transform(String);

const TaxLine = z.object({
  title: z.string().nullish(),
  rate: z.number().min(0).max(1).nullish(),
  price_set: MoneySet,
  channel_liable: z.boolean().nullish(),
});

const Line = z.object({
  id: Id,
  price_set: MoneySet,
  discount_allocations: z.array(z.object({ amount_set: MoneySet })).default([]),
  tax_lines: z.array(TaxLine).default([]),
});

/** Customs duty on a line. It is beside the price of the line. */
const Duty = z.object({
  harmonized_system_code: z.string().nullish().catch(undefined),
  tax_lines: z.array(TaxLine).default([]).catch([]),
});

const Item = Line.extend({
  title: z.string().nullish().catch(undefined),
  quantity: z.int().min(0),
  /** What is left of the quantity after edits and refunds. */
  current_quantity: z.int().nullish().catch(undefined),
  /** Present on a line that is a tip. */
  tip_payment_gateway: z.string().nullish().catch(undefined),
  requires_shipping: z.boolean().nullish(),
  gift_card: z.boolean().nullish(),
  duties: z.array(Duty).default([]),
});

const Address = z
  .object({ country_code: z.string().nullish(), zip: z.string().nullish() })
  .nullish();

const RefundItem = z.object({
  line_item_id: Id,
  subtotal_set: MoneySet,
  total_tax_set: MoneySet,
});

/** The part of a shipping line that is given back; its VAT is an adjustment. */
const RefundedShipping = z.object({
  shipping_line: z.object({ id: Id }),
  subtotal_amount_set: MoneySet,
});

/**
 * A difference between a refund and its lines, with negative amounts where money is given back. `shipping_refund` repeats
 * a refunded shipping line, with its VAT; `refund_discrepancy` is an amount without a line.
 */
const OrderAdjustment = z.object({
  kind: z.string().nullish(),
  amount: Decimal.nullish(),
  amount_set: MoneySet.nullish(),
  tax_amount_set: MoneySet.nullish(),
});

const Refund = z.object({
  id: Id,
  created_at: z.string().nullish(),
  processed_at: z.string().nullish(),
  refund_line_items: z.array(RefundItem).default([]),
  refund_shipping_lines: z.array(RefundedShipping).default([]),
  order_adjustments: z.array(OrderAdjustment).default([]),
});

/** The exemptions of a customer, such as EU_REVERSE_CHARGE_EXEMPTION_RULE. */
const Customer = z
  .object({ tax_exempt: z.boolean().nullish(), tax_exemptions: z.array(z.string()).nullish() })
  .nullish()
  .catch(undefined);

/** The fields that are read of an order of the Admin REST API; other fields are ignored. */
const ShopifyOrder = z.object({
  id: Id,
  test: z.boolean().nullish(),
  created_at: z.string(),
  processed_at: z.string().nullish(),
  cancelled_at: z.string().nullish(),
  currency: z.string(),
  presentment_currency: z.string().nullish(),
  financial_status: z.string().nullish(),
  total_outstanding: Decimal.nullish().catch(undefined),
  fulfillment_status: z.string().nullish(),
  fulfillments: z
    .array(z.object({ created_at: z.string().nullish() }))
    .default([])
    .catch([]),
  source_name: z.string().nullish().catch(undefined),
  location_id: z.int().nullish().catch(undefined),
  tax_exempt: z.boolean().nullish().catch(undefined),
  company: z.object({}).nullish().catch(undefined),
  customer: Customer,
  taxes_included: z.boolean(),
  billing_address: Address,
  shipping_address: Address,
  line_items: z.array(Item),
  shipping_lines: z.array(Line.extend({ is_removed: z.boolean().nullish() })).default([]),
  refunds: z.array(Refund).default([]),
});

export type ShopifyOrder = z.output<typeof ShopifyOrder>;
export type ShopifyLine = z.output<typeof Line>;
export type ShopifyTax = z.output<typeof TaxLine>;
export type ShopifyRefund = z.output<typeof Refund>;

/** Returns the address of an order: that of the shipment, or that of the payer if nothing is shipped. */
export const addressOf = ({ shipping_address, billing_address }: ShopifyOrder) =>
  (shipping_address?.country_code ? shipping_address : billing_address) ?? {};

/** Returns the single currency of an order's amounts. */
export function currencyOf(order: ShopifyOrder): string {
  const currency = order.presentment_currency ?? order.currency;
  const other = [...order.line_items, ...order.shipping_lines].find(
    ({ price_set }) => price_set.currency !== currency,
  );
  if (!other) return currency;
  throw new RowError(
    "invalid_value",
    "price_set",
    "The lines of the order are in several currencies.",
  );
}

/** @throws RowError if the value is no order */
export const parsedOrder = (value: unknown): ShopifyOrder => parsedAs(ShopifyOrder, value);

export const dayOfOrder = (order: ShopifyOrder) =>
  dayIn(order.processed_at ?? order.created_at, ["day-and-time"], "processed_at");

/** Returns the day of an order that has the form of one. */
export const shopifyOrderDay = ({ value }: JsonRecord) => dayOfOrder(parsedOrder(value));

/** Returns the number that the shop's owner knows, such as #1001; the id is internal. */
export const shopifyJsonOrder = ({ value }: JsonRecord): unknown =>
  valueAt(value, "name") ?? valueAt(value, "id");

const TOTAL = "total_price_set.presentment_money";
const COUNTRY_CODES = ["shipping_address.country_code", "billing_address.country_code"];

/** Returns the place and the amount with VAT of an order, which may have another form otherwise. */
export const shopifyJsonAmount = ({ value }: JsonRecord): RowAmount =>
  amountAt(value, COUNTRY_CODES, `${TOTAL}.currency_code`, `${TOTAL}.amount`);
