import * as z from "zod";

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

const Item = Line.extend({
  quantity: z.int().min(0),
  requires_shipping: z.boolean().nullish(),
  gift_card: z.boolean().nullish(),
});

const Address = z
  .object({ country_code: z.string().nullish(), zip: z.string().nullish() })
  .nullish();

const RefundItem = z.object({
  line_item_id: Id,
  subtotal_set: MoneySet,
  total_tax_set: MoneySet,
});

const RefundedShipping = z.object({
  shipping_line: z.object({ id: Id }),
  subtotal_amount_set: MoneySet,
  tax_lines: z.array(z.object({ price_set: MoneySet })).default([]),
});

const Refund = z.object({
  id: Id,
  created_at: z.string().nullish(),
  processed_at: z.string().nullish(),
  refund_line_items: z.array(RefundItem).default([]),
  refund_shipping_lines: z.array(RefundedShipping).default([]),
  order_adjustments: z
    .array(z.object({ amount: z.union([z.string(), z.number()]).transform(String) }))
    .default([]),
});

/** What is read of an order of the Admin REST API. All the rest is passed over. */
export const ShopifyOrder = z.object({
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
