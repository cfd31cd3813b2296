import { expect, it } from "vitest";
import { SHOPIFY_JSON } from "../../../../shared/imports/formats/shopify-json/read.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";

/*
 * Refunds in the shape of Shopify's own tests, where a shipping refund stands in `refund_shipping_lines` and again in
 * `order_adjustments`: https://github.com/Shopify/shopify-app-js, packages/apps/shopify-api/rest/admin/__tests__/2025-10/
 * refund.test.ts, refund 929361471. That its VAT is in the adjustment alone: Shopify/shopify-api-ruby#397.
 */
const money = (amount: string) => ({
  shop_money: { amount, currency_code: "EUR" },
  presentment_money: { amount, currency_code: "EUR" },
});
const tax = (price: string) => [{ title: "FR TVA", rate: 0.2, price_set: money(price) }];

const shippingLine = (id: number, price: string, vat: string) => ({
  id,
  price_set: money(price),
  tax_lines: tax(vat),
  discount_allocations: [],
});

/** EUR 80.00 of goods and 5.00 of shipping, with 16.00 and 1.00 VAT. */
const order = (refund: object, shipping = [shippingLine(9, "5.00", "1.00")]) => ({
  id: 1,
  created_at: "2026-08-14T10:00:00+02:00",
  currency: "EUR",
  presentment_currency: "EUR",
  financial_status: "partially_refunded",
  taxes_included: false,
  billing_address: { country_code: "FR", zip: "75001" },
  shipping_address: { country_code: "FR", zip: "75001" },
  line_items: [
    {
      id: 5,
      quantity: 1,
      requires_shipping: true,
      price_set: money("80.00"),
      discount_allocations: [],
      tax_lines: tax("16.00"),
    },
  ],
  shipping_lines: shipping,
  refunds: [{ id: 7, processed_at: "2026-08-20T10:00:00+02:00", ...refund }],
});

const goods = [{ line_item_id: 5, subtotal_set: money("80.00"), total_tax_set: money("16.00") }];
const refunded = (subtotal: string, line = shippingLine(9, "5.00", "1.00")) => ({
  id: 3,
  shipping_line_id: line.id,
  subtotal_amount_set: money(subtotal),
  shipping_line: line,
});
const adjusted = (amount: string, vat: string, kind = "shipping_refund") => ({
  id: 4,
  kind,
  amount,
  tax_amount: vat,
  amount_set: money(amount),
  tax_amount_set: money(vat),
});

const FORMAT = SHOPIFY_JSON.withSettings(
  SHOPIFY_JSON.settings.parse({
    source_id: "s",
    dispatch_country: "DE",
    establishment_country: "DE",
  }),
  BUILT_IN_RATES,
);

/** The net amount and VAT of each event of the refund, or the reason why it is not booked. */
function refundOf(value: unknown) {
  const outcome = FORMAT.read({ at: "1", value }).at(-1)?.outcome;
  if (outcome?.outcome !== "event") return outcome && "reason" in outcome ? outcome.reason : null;
  return outcome.events.map((event) => [event.taxable_amount_minor, event.vat_amount_minor]);
}

it.for<[string, object, unknown]>([
  [
    "everything, with shipping",
    {
      refund_line_items: goods,
      refund_shipping_lines: [refunded("5.00")],
      order_adjustments: [adjusted("-5.00", "-1.00")],
    },
    [[8_500, 1_700]],
  ],
  [
    "shipping alone",
    { refund_shipping_lines: [refunded("5.00")], order_adjustments: [adjusted("-5.00", "-1.00")] },
    [[500, 100]],
  ],
  [
    "a part of the shipping",
    { refund_shipping_lines: [refunded("2.50")], order_adjustments: [adjusted("-2.50", "-0.50")] },
    [[250, 50]],
  ],
  [
    "shipping without adjustments, with the VAT of the line",
    { refund_shipping_lines: [refunded("5.00")], order_adjustments: [] },
    [[500, 100]],
  ],
  [
    "a part of the shipping without adjustments",
    { refund_shipping_lines: [refunded("2.50")] },
    [[250, 50]],
  ],
  ["a line alone", { refund_line_items: goods, order_adjustments: [] }, [[8_000, 1_600]]],
  [
    // 96.00 less 10.00: 86.00 / 1.2.
    "a line of which 10.00 was kept",
    {
      refund_line_items: goods,
      order_adjustments: [adjusted("10.00", "0.00", "refund_discrepancy")],
    },
    [[7_167, 1_433]],
  ],
  [
    "an amount without a line, at the only rate",
    { order_adjustments: [adjusted("-12.00", "0.00", "refund_discrepancy")] },
    [[1_000, 200]],
  ],
  [
    "shipping whose VAT fits no rate of the line",
    { refund_shipping_lines: [refunded("5.00")], order_adjustments: [adjusted("-5.00", "-0.40")] },
    "refund_without_vat_split",
  ],
  [
    "an adjustment of another amount than the refunded shipping",
    { refund_shipping_lines: [refunded("5.00")], order_adjustments: [adjusted("-4.00", "-0.80")] },
    "refund_without_vat_split",
  ],
  [
    "an adjustment of shipping without a refunded line",
    { refund_shipping_lines: [], order_adjustments: [adjusted("-5.00", "-1.00")] },
    "refund_without_vat_split",
  ],
])("a Shopify refund of %s", ([, refund, expected]) => {
  expect(refundOf(order(refund))).toEqual(expected);
});

it("an adjustment without its deprecated amount, with a number, and a pair that cancels out are read", () => {
  const set = (amount: number) => ({ presentment_money: { amount, currency_code: "EUR" } });
  const given = { kind: "shipping_refund", amount_set: set(-5), tax_amount_set: set(-1) };
  const back = { kind: "shipping_refund", amount_set: set(5), tax_amount_set: set(1) };
  const refund = { refund_shipping_lines: [refunded("5.00")] };
  expect(refundOf(order({ ...refund, order_adjustments: [given] }))).toEqual([[500, 100]]);
  const pair = [given, back, given];
  expect(refundOf(order({ ...refund, order_adjustments: pair }))).toEqual([[500, 100]]);
});

it("two shipping lines are each refunded with their own VAT", () => {
  const [one, two] = [shippingLine(9, "5.00", "1.00"), shippingLine(10, "8.00", "1.60")];
  const refund = {
    refund_shipping_lines: [refunded("5.00", one), refunded("8.00", two)],
    order_adjustments: [adjusted("-8.00", "-1.60"), adjusted("-5.00", "-1.00")],
  };
  expect(refundOf(order(refund, [one, two]))).toEqual([[1_300, 260]]);
});

it.for<[what: string, subtotal: string, adjustments: readonly object[], expected: number[]]>([
  ["gross, with an adjustment", "6.00", [adjusted("-6.00", "-1.00")], [500, 100]],
  ["net, with an adjustment", "5.00", [adjusted("-5.00", "-1.00")], [500, 100]],
  ["gross, without one", "6.00", [], [500, 100]],
  ["net, without one", "5.00", [], [500, 100]],
  ["a net part, without one", "2.50", [], [250, 50]],
])(
  "shipping of a shop whose prices include VAT, %s",
  ([, subtotal, order_adjustments, expected]) => {
    const line = shippingLine(9, "6.00", "1.00");
    const refund = { refund_shipping_lines: [refunded(subtotal, line)], order_adjustments };
    const included = {
      ...order(refund, [line]),
      taxes_included: true,
      line_items: [
        {
          id: 5,
          quantity: 1,
          requires_shipping: true,
          price_set: money("96.00"),
          discount_allocations: [],
          tax_lines: tax("16.00"),
        },
      ],
    };
    expect(refundOf(included)).toEqual([expected]);
  },
);
