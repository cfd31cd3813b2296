import type { IsoDate } from "../../../core/calendar/dates.ts";
import type { Exact } from "../../../core/money/money.ts";
import { exactOf, minus, sumExact, timesExact } from "../../orders/exact-amount.ts";
import type { StatedLine, StatedOrder, StatedTax } from "../../orders/shop-order.ts";
import { commonHsCode } from "../import-scheme.ts";
import { dayIn } from "../parse-values.ts";
import { otherCountryIn, SHOPIFY_PAYMENTS } from "../shop-rules.ts";
import {
  addressOf,
  currencyOf,
  dayOfOrder,
  type ShopifyLine,
  type ShopifyOrder,
  type ShopifyTax,
} from "./documents.ts";
import type { ShopifyJsonSettings } from "./read.ts";

/** States an order of Shopify as the judge takes it. */
export function statedShopifyOrder(
  order: ShopifyOrder,
  settings: ShopifyJsonSettings,
): StatedOrder {
  const { country_code, zip } = addressOf(order);
  const { financial_status, total_outstanding } = order;
  const isAtTill = order.source_name === "pos" || typeof order.location_id === "number";
  return {
    id: order.id,
    currency: currencyOf(order),
    ...(order.test && { state: "test" }),
    isCancelled: Boolean(order.cancelled_at),
    given_back: givenBack(order),
    payment: SHOPIFY_PAYMENTS[financial_status ?? ""] ?? "none",
    ...(total_outstanding && { outstanding: total_outstanding }),
    placed_on: dayOfOrder(order),
    isDelivered: order.fulfillment_status === "fulfilled",
    delivered_on: deliveredOn(order),
    channel: isAtTill ? "till" : "web",
    place: {
      country: country_code ?? "",
      postcode: zip ?? "",
      column: "shipping_address.country_code",
      evidence: "billing_address",
    },
    isBusiness: isBusiness(order),
    lines: linesOf(order, settings),
    // The total has customs duty and what was removed from the order, so it controls nothing.
    totals: {},
    step: 1,
    statesRates: true,
  };
}

function givenBack({ financial_status, refunds }: ShopifyOrder): StatedOrder["given_back"] {
  if (financial_status === "refunded") return "all";
  return financial_status === "partially_refunded" || refunds.length > 0 ? "part" : undefined;
}

/** Returns the day of the last delivery of a part of the order. */
function deliveredOn({ fulfillments }: ShopifyOrder): IsoDate | undefined {
  const sent = fulfillments.flatMap(({ created_at }) => created_at ?? []);
  return sent
    .map((at) => dayIn(at, ["day-and-time"], "fulfillments.created_at"))
    .sort()
    .at(-1);
}

const isBusiness = ({ tax_exempt, company, customer }: ShopifyOrder): boolean =>
  Boolean(tax_exempt || company || customer?.tax_exempt || customer?.tax_exemptions?.length);

function linesOf(order: ShopifyOrder, settings: ShopifyJsonSettings): readonly StatedLine[] {
  const { shipped_kind, unshipped_kind } = settings;
  const isSent = ({ requires_shipping }: (typeof order.line_items)[number]) =>
    requires_shipping !== false;
  const articles = order.line_items.filter((item) => !isRemoved(item, order));
  const others = articles.some((item) => !item.gift_card && isSent(item))
    ? shipped_kind
    : unshipped_kind;
  const kindOf = (item: (typeof order.line_items)[number]) =>
    isSent(item) ? shipped_kind : unshipped_kind;
  const items = articles.flatMap((item) => {
    const tip = item.tip_payment_gateway ? "tip" : "article";
    const line: StatedLine = {
      ...lineOf(item, order, item.quantity),
      name: item.title ?? undefined,
      role: item.gift_card ? "gift_card" : tip,
      supply_kind: item.tip_payment_gateway ? others : kindOf(item),
      hs_code: commonHsCode(item.duties.map((duty) => duty.harmonized_system_code ?? undefined)),
    };
    return [line, ...dutiesOf(item, order, line)];
  });
  const shipping = order.shipping_lines
    .filter(({ is_removed }) => !is_removed)
    .map((line) => ({ ...lineOf(line, order, 1), role: "shipping" as const, supply_kind: others }));
  return [...items, ...shipping];
}

/**
 * True for a line that an edit removed from an order that stands. Its quantity stays as it was sold. An edit after
 * payment writes a refund of the line, which then lowers the sale; a quantity is never taken out twice.
 */
const isRemoved = (
  { id, current_quantity }: ShopifyOrder["line_items"][number],
  { cancelled_at, refunds }: ShopifyOrder,
): boolean =>
  current_quantity === 0 &&
  !cancelled_at &&
  !refunds.some((refund) => refund.refund_line_items.some((item) => item.line_item_id === id));

/** Returns the customs duty on an article, which stands beside its price. */
const dutiesOf = (
  { duties }: ShopifyOrder["line_items"][number],
  order: ShopifyOrder,
  { id, supply_kind }: StatedLine,
): readonly StatedLine[] =>
  duties.map(({ tax_lines }, n) => ({
    id: `${id} duty ${n + 1}`,
    role: "duty",
    supply_kind,
    net: exactOf("0", currencyOf(order), "duties"),
    taxes: tax_lines.map((tax) => taxOf(tax, order)),
  }));

/** Returns the price of a line without its discounts and VAT. */
function lineOf(line: ShopifyLine, order: ShopifyOrder, quantity: number) {
  const taxes = line.tax_lines.map((tax) => taxOf(tax, order));
  const discounts = line.discount_allocations.map(({ amount_set }) =>
    exactOfSet(amount_set, "discount_allocations.amount_set"),
  );
  const vat = order.taxes_included ? taxes.map(({ amount }) => amount) : [];
  const price = timesExact(exactOfSet(line.price_set, "price_set"), quantity);
  const net = minus(price, sumExact([...discounts, ...vat]));
  return { id: line.id, net, taxes, roundings: quantity };
}

export const exactOfSet = ({ amount, currency }: ShopifyLine["price_set"], path: string): Exact =>
  exactOf(amount, currency, path);

function taxOf(tax: ShopifyTax, order: ShopifyOrder): StatedTax {
  const { title, rate, price_set, channel_liable } = tax;
  return {
    id: title ?? "",
    ...(typeof rate === "number" && { rate_bps: Math.round(rate * 10_000) }),
    amount: exactOfSet(price_set, "tax_lines.price_set"),
    country: otherCountryIn(title ?? "", addressOf(order).country_code),
    ...(channel_liable && { isByMarketplace: true }),
  };
}
