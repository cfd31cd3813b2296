import type { Book } from "./books.ts";
import { cancel, orderNow, type Placed, refund, type ShopOrder } from "./orders.ts";
import type { Shop } from "./shop.ts";

type PaidBack = Map<number, number>;
type Change = (shop: Shop, order: ShopOrder) => Promise<PaidBack>;

const NOTHING: PaidBack = new Map();

const oneOf = ({ lines }: ShopOrder) => {
  const line = lines.at(-1);
  if (!line) throw new Error("an order has lines");
  return { line, lines: [{ orderLineId: line.id, quantity: 1 }] };
};

const refundLine: Change = async (shop, order) => {
  const { line, lines } = oneOf(order);
  await refund(shop, order, lines, line.proratedUnitPriceWithTax);
  return new Map([[line.taxRate, line.proratedUnitPriceWithTax]]);
};

/** What may become of an order that is paid. The shop's own sums tell what was cancelled, the check what was paid back. */
const OF_PAID: Readonly<Record<string, Change>> = {
  "left alone": async () => NOTHING,
  "one piece paid back": refundLine,
  "paid back in full": async (shop, order) => {
    await refund(shop, order, [], order.totalWithTax);
    return new Map(
      order.taxSummary.map(({ taxRate }) => [taxRate, grossAt(order, taxRate)] as const),
    );
  },
  "one piece cancelled": async (shop, order) => {
    await cancel(shop, order, oneOf(order).lines);
    return NOTHING;
  },
  "one piece cancelled and paid back": async (shop, order) => {
    const { line, lines } = oneOf(order);
    await cancel(shop, order, lines);
    const { totalWithTax } = await orderNow(shop, order);
    await refund(shop, order, lines, order.totalWithTax - totalWithTax);
    return new Map([[line.taxRate, 0]]);
  },
  "cancelled in full": async (shop, order) => {
    await cancel(shop, order);
    return NOTHING;
  },
  "paid back in two parts": async (shop, order) => {
    await refundLine(shop, order);
    const { line } = oneOf(order);
    await refund(shop, order, [], order.totalWithTax - line.proratedUnitPriceWithTax);
    return new Map(
      order.taxSummary.map(({ taxRate }) => [taxRate, grossAt(order, taxRate)] as const),
    );
  },
};

const grossAt = ({ taxSummary }: ShopOrder, rate: number): number =>
  taxSummary
    .filter(({ taxRate }) => taxRate === rate)
    .reduce((sum, { taxBase, taxTotal }) => sum + taxBase + taxTotal, 0);

/** Changes orders in turn, each in another way, and returns what the shop has of them now. */
export async function changedOrders(shop: Shop, placed: readonly Placed[]): Promise<Book[]> {
  const books: Book[] = [];
  const kinds = Object.entries(OF_PAID);
  for (const [n, one] of placed.entries()) {
    const [label, change] =
      one.plan.payment === "authorized"
        ? (["cancelled before it was paid", OF_PAID["cancelled in full"]] as const)
        : (kinds[n % kinds.length] ?? []);
    if (!label || !change) throw new Error("no change");
    const paidBack = await change(shop, one.order);
    books.push({ ...one, label, paidBack, now: await orderNow(shop, one.order) });
  }
  return books;
}

/** Orders that nobody has changed. */
export const unchanged = (placed: readonly Placed[]): Book[] =>
  placed.map((one) => ({ ...one, label: "left alone", paidBack: NOTHING, now: one.order }));
