import { type ShopOrder, vatOf } from "./shop-order.ts";

/*
 * Orders as the APIs of shops answer them that are read from files alone. The shapes are those of the samples, whose
 * sources test/imports/README.md names.
 */
type Basket = Pick<ShopOrder, "id" | "country" | "day" | "lines" | "modified">;

const euro = (cents: number): number => cents / 100;
const sum = (cents: readonly number[]): number => cents.reduce((all, one) => all + one, 0);
const netIn = ({ lines }: Basket) => sum(lines.map(({ net }) => net));
const vatIn = ({ lines }: Basket) => sum(lines.map(vatOf));

const instantOf = ({ day = "2026-10-05", modified }: Basket) =>
  `${day}T10:00:${String(modified ?? 0).padStart(2, "0")}`;

/** An order of Shopware 6 with gross prices; `refunded` gives all of it back. */
export function shopwareOrder(order: Basket, refunded?: string): Record<string, unknown> {
  const { id, country = "DE", lines } = order;
  const at = `${instantOf({ ...order, modified: 0 })}.000+00:00`;
  const state = (technicalName: string) => ({ technicalName });
  const hex = (n: number) => n.toString(16).padStart(32, "0");
  const taxes = (of: Basket["lines"]) =>
    [...Map.groupBy(of, ({ rate }) => rate)].map(([rate, same]) => ({
      tax: euro(sum(same.map(vatOf))),
      taxRate: rate / 100,
      price: euro(sum(same.map((line) => line.net + vatOf(line)))),
    }));
  const price = (of: Basket["lines"]) => ({
    totalPrice: euro(sum(of.map((line) => line.net + vatOf(line)))),
    calculatedTaxes: taxes(of),
  });
  const refund = { id: hex(9), createdAt: `${refunded}T10:00:00.000+00:00`, amount: price(lines) };
  const capture = { createdAt: at, stateMachineState: state("completed") };
  const refunds = [{ ...refund, stateMachineState: state("completed") }];
  return {
    id: hex(id),
    orderNumber: String(id),
    orderDateTime: at,
    updatedAt: `${instantOf(order)}.000+00:00`,
    currency: { isoCode: "EUR" },
    price: { ...price(lines), taxStatus: "gross" },
    shippingCosts: price([]),
    stateMachineState: state("completed"),
    billingAddress: null,
    deliveries: [
      {
        stateMachineState: state("shipped"),
        shippingOrderAddress: { zipcode: "10115", country: { iso: country } },
      },
    ],
    orderCustomer: { vatIds: null },
    transactions: [
      {
        stateMachineState: state(refunded ? "refunded" : "paid"),
        captures: refunded ? [{ ...capture, refunds }] : null,
      },
    ],
    lineItems: lines.map((line, n) => ({ id: hex(id * 100 + n), price: price([line]) })),
  };
}

/** An order of Magento. */
export function magentoOrder(order: Basket): Record<string, unknown> {
  const { id, country = "DE", lines } = order;
  const total = euro(netIn(order) + vatIn(order));
  return {
    entity_id: id,
    increment_id: String(id),
    state: "complete",
    created_at: instantOf({ ...order, modified: 0 }).replace("T", " "),
    updated_at: instantOf(order).replace("T", " "),
    order_currency_code: "EUR",
    base_grand_total: total,
    grand_total: total,
    total_paid: total,
    tax_amount: euro(vatIn(order)),
    items: lines.map((line, n) => ({
      item_id: id * 100 + n,
      product_type: "simple",
      row_total: euro(line.net),
      tax_amount: euro(vatOf(line)),
      tax_percent: line.rate / 100,
    })),
    extension_attributes: {
      shipping_assignments: [
        { shipping: { address: { country_id: country, postcode: "10115" }, method: "flatrate" } },
      ],
    },
  };
}

/** A credit memo of Magento that gives all of an order back. */
export const magentoMemo = (order: Basket, id: number, day: string): Record<string, unknown> => ({
  entity_id: id,
  order_id: order.id,
  increment_id: String(id),
  state: 2,
  created_at: `${day} 10:00:00`,
  order_currency_code: "EUR",
  base_grand_total: euro(netIn(order) + vatIn(order)),
  grand_total: euro(netIn(order) + vatIn(order)),
  items: order.lines.map((line, n) => ({
    order_item_id: order.id * 100 + n,
    row_total: euro(line.net),
    tax_amount: euro(vatOf(line)),
  })),
});

/** An order of Billbee, or what cancels the order of an id. Billbee states two rates; of others only the VAT. */
export function billbeeOrder(order: Basket, cancels?: number): Record<string, unknown> {
  const { id, country = "DE", lines } = order;
  const rates = [...new Set(lines.map(({ rate }) => rate))];
  return {
    BillBeeOrderId: 900_000 + id,
    Id: String(id),
    OrderNumber: String(id),
    State: 4,
    VatMode: 0,
    CreatedAt: instantOf({ ...order, modified: 0 }),
    PayedAt: instantOf({ ...order, modified: 0 }),
    LastModifiedAt: instantOf(order),
    IsCancelationFor: cancels === undefined ? null : String(cancels),
    Currency: "EUR",
    TaxRate1: (rates[0] ?? 0) / 100,
    TaxRate2: (rates[1] ?? 0) / 100,
    ShippingCost: 0,
    TotalCost: euro(netIn(order) + vatIn(order)),
    ShippingAddress: { CountryISO2: country, Zip: "10115" },
    OrderItems: lines.map((line, n) => ({
      BillbeeId: id * 100 + n,
      TotalPrice: euro(line.net + vatOf(line)),
      TaxAmount: euro(vatOf(line)),
      TaxIndex: rates.indexOf(line.rate) < 2 ? rates.indexOf(line.rate) + 1 : null,
    })),
  };
}
