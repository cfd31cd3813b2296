import type { Order, Refund } from "@vendure/core";
import { type PaidBack, type Sums, sumsOf } from "./sums.js";

/** Vendure has rates in percent. */
const bpsOf = (percent: number): number => Math.round(percent * 100);

/** The order with its lines, shipping lines, surcharges, payments and refunds. */
type Summed = Pick<Order, "taxSummary" | "lines" | "shippingLines" | "payments">;

/** Returns what the shop charges for an order now, by rate: the sums of its own tax summary. */
export const chargedSums = (order: Pick<Summed, "taxSummary">): Sums =>
  sumsOf(
    order.taxSummary.map(({ taxRate, taxBase, taxTotal }) => [
      bpsOf(taxRate),
      { net: taxBase, vat: taxTotal },
    ]),
  );

/** Returns the refunds of an order that were paid out. */
export const paidBackOf = (order: Summed): PaidBack[] =>
  settledRefunds(order).map((refund) => ({
    total: refund.total,
    named: namedBy(refund, order),
  }));

export const settledRefunds = ({ payments }: Pick<Order, "payments">): Refund[] =>
  payments.flatMap(({ refunds }) => refunds).filter(({ state }) => state === "Settled");

function namedBy(refund: Refund, { lines, shippingLines }: Summed): Map<number, number> {
  const named = new Map<number, number>();
  const add = (rate: number, gross: number) =>
    named.set(bpsOf(rate), (named.get(bpsOf(rate)) ?? 0) + gross);
  for (const { orderLineId, quantity } of refund.lines ?? []) {
    const line = lines.find(({ id }) => String(id) === String(orderLineId));
    if (line) add(line.taxRate, line.proratedUnitPriceWithTax * quantity);
  }
  add(shippingLines[0]?.taxRate ?? 0, refund.shipping);
  return named;
}
