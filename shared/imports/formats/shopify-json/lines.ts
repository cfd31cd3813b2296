import type { SupplyKind } from "../../../vat/schemes/supply-event.ts";
import { minorUnitsOf } from "../parse-amount.ts";
import { RowRefusal } from "../row-refusal.ts";
import { fitsRate } from "../split-by-rate.ts";
import type { ShopifyJsonSettings } from "./format.ts";
import type { ShopifyLine, ShopifyOrder, ShopifyRefund } from "./order.ts";

/** A line with what it is and what it is taxed at; amounts in minor units of the buyer's currency. */
export type TaxedLine = {
  readonly id: string;
  readonly kind: SupplyKind;
  readonly vat_rate_bps: number;
  readonly net: number;
  readonly vat: number;
};

type MoneySet = ShopifyLine["price_set"];

const minor = ({ presentment_money: { amount, currency_code } }: MoneySet, path: string): number =>
  minorUnitsOf(amount, currency_code, path);

/**
 * The lines that are taxed, shipping among them; gift cards are not.
 * @returns undefined when a line has several taxes, or tax that is not its own
 */
export function pricedLines(
  order: ShopifyOrder,
  { shipped_kind, unshipped_kind }: ShopifyJsonSettings,
): readonly TaxedLine[] | undefined {
  const items = order.line_items.filter(({ gift_card }) => !gift_card);
  const isShipped = items.some(({ requires_shipping }) => requires_shipping !== false);
  const priced = [
    ...items.map((item) =>
      priceOf(
        item,
        item.quantity,
        item.requires_shipping === false ? unshipped_kind : shipped_kind,
        order,
      ),
    ),
    ...order.shipping_lines.map((line) =>
      priceOf(line, 1, isShipped ? shipped_kind : unshipped_kind, order),
    ),
  ];
  const known = priced.filter((line) => line !== undefined);
  return known.length === priced.length ? known : undefined;
}

function priceOf(
  line: ShopifyLine,
  quantity: number,
  kind: SupplyKind,
  order: ShopifyOrder,
): TaxedLine | undefined {
  const taxes = line.tax_lines.filter(
    ({ price_set }) => minor(price_set, "tax_lines.price_set") !== 0,
  );
  if (taxes.length > 1) return undefined;
  const vat = taxes.reduce(
    (sum, { price_set }) => sum + minor(price_set, "tax_lines.price_set"),
    0,
  );
  const discount = line.discount_allocations.reduce(
    (sum, { amount_set }) => sum + minor(amount_set, "discount_allocations.amount_set"),
    0,
  );
  const price = minor(line.price_set, "price_set") * quantity - discount;
  const net = order.taxes_included ? price - vat : price;
  const vat_rate_bps = Math.round((taxes[0]?.rate ?? 0) * 10_000);
  // A known fault writes the tax of all lines on the first one.
  const fits = fitsRate(net, vat, vat_rate_bps, quantity);
  return fits ? { id: line.id, kind, vat_rate_bps, net, vat } : undefined;
}

const addedUp = (same: readonly [TaxedLine, ...TaxedLine[]]): TaxedLine => {
  const sum = (field: "net" | "vat") => same.reduce((total, line) => total + line[field], 0);
  return { ...same[0], net: sum("net"), vat: sum("vat") };
};

/** Lines of one kind and rate make one event. */
export const byKindAndRate = (lines: readonly TaxedLine[]): TaxedLine[] =>
  [...Map.groupBy(lines, ({ kind, vat_rate_bps }) => `${kind} ${vat_rate_bps}`).values()]
    .map((same) => addedUp(same as [TaxedLine, ...TaxedLine[]]))
    .filter(({ net, vat }) => net !== 0 || vat !== 0);

/**
 * What a refund gives back of each line. Its subtotal is net even where prices are not, which is not
 * documented: the reading is taken that fits the rate.
 * @returns undefined when a part has no rate: an adjustment, or an unknown line
 */
export function refundedLines(
  refund: ShopifyRefund,
  lines: readonly TaxedLine[],
  giftCards: ReadonlySet<string>,
): readonly TaxedLine[] | undefined {
  if (refund.order_adjustments.some(({ amount }) => Number(amount) !== 0)) return undefined;
  const given = [
    ...refund.refund_line_items
      .filter(({ line_item_id }) => !giftCards.has(line_item_id))
      .map(({ line_item_id, subtotal_set, total_tax_set }) => ({
        id: line_item_id,
        subtotal: minor(subtotal_set, "subtotal_set"),
        vat: minor(total_tax_set, "total_tax_set"),
      })),
    ...refund.refund_shipping_lines.map(({ shipping_line, subtotal_amount_set, tax_lines }) => ({
      id: shipping_line.id,
      subtotal: minor(subtotal_amount_set, "subtotal_amount_set"),
      vat: tax_lines.reduce((sum, { price_set }) => sum + minor(price_set, "tax_lines"), 0),
    })),
  ];
  const read = given.map(({ id, subtotal, vat }) => {
    const line = lines.find((one) => one.id === id);
    const net =
      line && [subtotal, subtotal - vat].find((one) => fitsRate(one, vat, line.vat_rate_bps, 3));
    return line && net !== undefined ? { ...line, net, vat } : undefined;
  });
  const known = read.filter((line) => line !== undefined);
  return known.length === read.length ? known : undefined;
}

/** The one currency of an order's amounts. */
export function currencyOf(order: ShopifyOrder): string {
  const currency = order.presentment_currency ?? order.currency;
  const other = [...order.line_items, ...order.shipping_lines].find(
    ({ price_set }) => price_set.presentment_money.currency_code !== currency,
  );
  if (!other) return currency;
  throw new RowRefusal(
    "invalid_value",
    "price_set",
    "The lines of the order are in several currencies.",
  );
}
