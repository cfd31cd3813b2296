import { decimalString, type Exact, isCurrency } from "../../../core/money/money.ts";
import { isZero, minus, negatedText, roughly, sumExact } from "../../orders/exact-amount.ts";
import type {
  RefundedLine,
  StatedLine,
  StatedOrder,
  StatedRefund,
} from "../../orders/shop-order.ts";
import type { ShopifyRefund } from "./documents.ts";
import { exactOfSet } from "./state-order.ts";

/** Number of roundings in a refund of a line: its parts were rounded before. */
const ROUNDINGS = 3;

const ofLine = { mayBeGross: true, isVatStated: true, roundings: ROUNDINGS } as const;

/**
 * States a refund of Shopify as the judge takes it. Its subtotals are net even if prices include VAT; this is not
 * documented, so the reading that fits the rate is used. An adjustment that is no shipping is money that was kept, or
 * given beside the lines.
 * @returns undefined if its adjustments do not agree with its lines
 */
export function statedShopifyRefund(
  refund: ShopifyRefund,
  { id: order, lines, currency, place: { country } }: StatedOrder,
  day: string,
): StatedRefund | undefined {
  const items = refund.refund_line_items.map(({ line_item_id, subtotal_set, total_tax_set }) => ({
    line: line_item_id,
    net: subtotal_set.amount,
    vat: total_tax_set.amount,
    ...ofLine,
  }));
  const adjustments = adjustmentsOf(refund);
  const shipping = refundedShipping(refund, adjustments.shipping, lines);
  const [kept, ...more] = adjustments.others;
  if (!shipping || more.length > 0 || kept === null) return undefined;
  return {
    id: refund.id,
    order,
    day,
    currency,
    country,
    lines: [...items, ...shipping],
    ...(kept && { kept }),
  };
}

/** Sorts the adjustments that are not zero. Of the others, null stands for one without an amount in the buyer's currency. */
function adjustmentsOf({ order_adjustments }: ShopifyRefund) {
  const charged = order_adjustments.filter(
    ({ amount, amount_set }) => Number(amount_set?.amount ?? amount ?? 0) !== 0,
  );
  const [shipping, others] = [true, false].map((isShipping) =>
    charged.filter(({ kind }) => (kind === "shipping_refund") === isShipping),
  );
  return {
    shipping: (shipping ?? []).map(({ amount_set, tax_amount_set }) => ({
      subtotal: amount_set ? negatedText(amount_set.amount) : null,
      vat: tax_amount_set ? negatedText(tax_amount_set.amount) : "0",
    })),
    others: (others ?? []).map(({ amount, amount_set }) => amount_set?.amount ?? amount ?? null),
  };
}

type Adjusted = ReturnType<typeof adjustmentsOf>["shipping"][number];

/**
 * Returns the shipping that a refund gives back. Shopify writes it twice: as refunded shipping lines without their VAT,
 * and as adjustments of the kind `shipping_refund` with it.
 * @returns undefined if the two do not agree
 */
function refundedShipping(
  refund: ShopifyRefund,
  adjusted: readonly Adjusted[],
  lines: readonly StatedLine[],
): readonly RefundedLine[] | undefined {
  const left = [...adjusted];
  const found = refund.refund_shipping_lines.map(({ shipping_line, subtotal_amount_set }) => {
    const { amount: subtotal, currency } = subtotal_amount_set;
    const line = lines.find(({ id }) => id === shipping_line.id);
    if (adjusted.length === 0) {
      const net = exactOfSet(subtotal_amount_set, "subtotal_amount_set");
      return (
        line && { line: line.id, net: subtotal, vat: vatOfPart(line, net, currency), ...ofLine }
      );
    }
    const at = left.findIndex((one) => Number(one.subtotal) === Number(subtotal));
    const [own] = at < 0 ? [] : left.splice(at, 1);
    return own && { line: shipping_line.id, net: subtotal, vat: own.vat, ...ofLine };
  });
  const known = found.flatMap((line) => line ?? []);
  return known.length === found.length && cancelOut(left) ? known : undefined;
}

/** True if adjustments cancel each other out, as Shopify writes some in pairs. */
const cancelOut = (adjusted: readonly Adjusted[]): boolean =>
  Math.abs(adjusted.reduce((sum, { subtotal }) => sum + Number(subtotal), 0)) < 0.001 &&
  Math.abs(adjusted.reduce((sum, { vat }) => sum + Number(vat), 0)) < 0.001;

/** Returns the VAT that a part of a line was charged. A part of the price with VAT is all of it; others are net. */
function vatOfPart({ net, taxes }: StatedLine, part: Exact, currency: string): string {
  const vat = sumExact(taxes.map(({ amount }) => amount));
  const isWhole = !net || isZero(net) || isZero(minus(part, sumExact([net, vat])));
  const share = isWhole ? 1 : roughly(part) / roughly(net);
  return isCurrency(currency) ? decimalString(Math.round(roughly(vat) * share), currency) : "0";
}
