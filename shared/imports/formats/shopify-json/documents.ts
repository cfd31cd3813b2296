import * as z from "zod";
import { readAs } from "../../../core/errors/field-errors.ts";
import type { JsonRecord } from "../../files/csv-record.ts";
import { RowError } from "../outcome.ts";
import { dayIn, minorUnitsOf } from "../parse-values.ts";
import type { RowAmount } from "../row-facts.ts";

const Money = z.object({ amount: z.string(), currency_code: z.string() });
const MoneySet = z.object({ presentment_money: Money });
const Id = z.union([z.int(), z.string().max(40)]).transform(String);

const TaxLine = z.object({
  title: z.string().nullish(),
  rate: z.number().min(0).max(1),
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
  quantity: z.int().min(0),
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

/** A decimal as text, or as the number that Shopify's own pages show in adjustments. */
const Decimal = z.union([z.string(), z.number()]).transform(String);
const AdjustedSet = z.object({ presentment_money: Money.extend({ amount: Decimal }) });

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
  amount_set: AdjustedSet.nullish(),
  tax_amount_set: AdjustedSet.nullish(),
});

const Refund = z.object({
  id: Id,
  created_at: z.string().nullish(),
  processed_at: z.string().nullish(),
  refund_line_items: z.array(RefundItem).default([]),
  refund_shipping_lines: z.array(RefundedShipping).default([]),
  order_adjustments: z.array(OrderAdjustment).default([]),
});

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
  taxes_included: z.boolean(),
  billing_address: Address,
  shipping_address: Address,
  line_items: z.array(Item),
  shipping_lines: z.array(Line).default([]),
  refunds: z.array(Refund).default([]),
});

export type ShopifyOrder = z.output<typeof ShopifyOrder>;
export type ShopifyLine = z.output<typeof Line>;
export type ShopifyRefund = z.output<typeof Refund>;

type PriceSet = ShopifyLine["price_set"];

export const minor = (
  { presentment_money: { amount, currency_code } }: PriceSet,
  path: string,
): number => minorUnitsOf(amount, currency_code, path);

/** Returns the single currency of an order's amounts. */
export function currencyOf(order: ShopifyOrder): string {
  const currency = order.presentment_currency ?? order.currency;
  const other = [...order.line_items, ...order.shipping_lines].find(
    ({ price_set }) => price_set.presentment_money.currency_code !== currency,
  );
  if (!other) return currency;
  throw new RowError(
    "invalid_value",
    "price_set",
    "The lines of the order are in several currencies.",
  );
}

export function parsedOrder(value: unknown): ShopifyOrder {
  const read = readAs(ShopifyOrder, value);
  if (read.success) return read.data;
  const [fault] = read.faults;
  throw new RowError("invalid_value", fault?.field ?? "", "This is no order as Shopify writes it.");
}

export const dayOfOrder = (order: ShopifyOrder) =>
  dayIn(order.processed_at ?? order.created_at, ["day-and-time"], "processed_at");

/** Returns the day of an order that has the form of one. */
export const shopifyOrderDay = ({ value }: JsonRecord) => dayOfOrder(parsedOrder(value));

/** The fields that name an order and its amount, each on its own: the order may have another form. */
const OrderFacts = z.object({
  id: Id.optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  billing_address: Address.catch(undefined),
  shipping_address: Address.catch(undefined),
  total_price_set: MoneySet.optional().catch(undefined),
});

const factsIn = (value: unknown): Partial<z.output<typeof OrderFacts>> =>
  OrderFacts.safeParse(value).data ?? {};

/** Returns the number that the shop's owner knows, such as #1001; the id is internal. */
export function shopifyJsonOrder({ value }: JsonRecord): string | undefined {
  const { name, id } = factsIn(value);
  return name ?? id;
}

export function shopifyJsonAmount({ value }: JsonRecord): RowAmount {
  const { billing_address, shipping_address, total_price_set: total } = factsIn(value);
  return {
    country: shipping_address?.country_code ?? billing_address?.country_code,
    currency: total?.presentment_money.currency_code,
    ...(total && { gross: () => minor(total, "total_price_set") }),
  };
}
