import { expect, it } from "vitest";
import { shopifyHeaders, shopifyOrder } from "../../make/shop-order.ts";
import { newSeller } from "../../stack/seller.ts";
import { allSettled, connectedShopify, returnLines, sendTo } from "../../stack/shops.ts";

const ORDER = { id: 7, lines: [{ net: 10_000, rate: 1_900 }] };

it("a Shopify order that is refunded whole, with shipping, is lowered to nothing by its refund", async () => {
  const money = (amount: string) => ({
    shop_money: { amount, currency_code: "EUR" },
    presentment_money: { amount, currency_code: "EUR" },
  });
  const tax_lines = [{ title: "DE MwSt", rate: 0.19, price_set: money("0.95") }];
  const shipping = { id: 9, price_set: money("5.00"), tax_lines, discount_allocations: [] };
  const order = { ...shopifyOrder(ORDER), shipping_lines: [shipping] };
  const refund = {
    id: 3,
    processed_at: "2026-10-20T12:00:00+02:00",
    refund_line_items: [
      { line_item_id: 700, subtotal_set: money("100.00"), total_tax_set: money("19.00") },
    ],
    refund_shipping_lines: [
      { id: 4, shipping_line_id: 9, subtotal_amount_set: money("5.00"), shipping_line: shipping },
    ],
    order_adjustments: [
      {
        kind: "shipping_refund",
        amount: "-5.00",
        amount_set: money("-5.00"),
        tax_amount_set: money("-0.95"),
      },
    ],
  };
  const shop = await connectedShopify(await newSeller("SE", { establishment_country: "SE" }));
  const send = async (content: unknown) => {
    const body = JSON.stringify(content);
    const answer = await sendTo(shop.id, body, shopifyHeaders(shop.secret, "orders/updated", body));
    expect(answer.status).toBe(200);
    return (await allSettled(shop))[0]?.outcome;
  };
  expect(await send(order)).toBe("committed");
  expect(await returnLines(shop)).toEqual([["DE", 1_900, 10_500, 1_995]]);
  const updated_at = "2026-10-20T12:00:00+02:00";
  const refunded = { ...order, financial_status: "refunded", refunds: [refund], updated_at };
  expect(await send(refunded)).toBe("committed");
  expect(await returnLines(shop)).toEqual([]);
});
