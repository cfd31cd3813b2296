/** One line of an order: its net amount in cents, its rate, and its currency if it has one of its own. */
type Line = { readonly net: number; readonly rate: number; readonly currency?: string };

type Order = {
  readonly id: number;
  readonly country?: string;
  readonly currency?: string;
  readonly lines: readonly Line[];
};

/** An order as Shopify's webhooks write it, with the fields that matter here. Prices are without VAT. */
export function shopifyOrder({ id, country = "DE", currency = "EUR", lines }: Order) {
  const money = (cents: number, own = currency) => ({
    presentment_money: { amount: (cents / 100).toFixed(2), currency_code: own },
  });
  return {
    id,
    name: `#${id}`,
    created_at: "2026-10-05T09:50:20+02:00",
    processed_at: "2026-10-05T09:50:26+02:00",
    updated_at: "2026-10-05T09:50:26+02:00",
    currency,
    presentment_currency: currency,
    financial_status: "paid",
    taxes_included: false,
    billing_address: { country_code: country },
    shipping_address: { country_code: country },
    line_items: lines.map(({ net, rate, currency: own }, n) => ({
      id: n,
      quantity: 1,
      price_set: money(net, own),
      tax_lines: [
        { rate: rate / 10_000, price_set: money(Math.round((net * rate) / 10_000), own) },
      ],
    })),
    refunds: [],
  };
}
