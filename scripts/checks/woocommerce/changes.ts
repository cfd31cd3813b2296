import type { Catalogue } from "./catalogue.ts";
import { linesOfShop, type Shop, type ShopLine, type ShopOrder } from "./shop.ts";

/** The inputs of a change: the order as the shop has it, and another country. */
type Changing = {
  readonly shop: Shop;
  readonly order: ShopOrder;
  readonly country: string;
  readonly catalogue: Catalogue;
};

type Change = (changing: Changing) => Promise<unknown>;

const update = ({ shop, order }: Changing, body: unknown) =>
  shop.ask<ShopOrder>("PUT", `orders/${order.id}`, body);

const refund = ({ shop, order }: Changing, body: Readonly<Record<string, unknown>>) =>
  shop.ask<{ readonly id: number }>("POST", `orders/${order.id}/refunds`, {
    ...body,
    api_refund: false,
  });

const cents = (text: string): number => Math.round(Number(text) * 100);
const money = (amount: number): string => (amount / 100).toFixed(2);

/** Returns an entry of a refund that gives back a line whole. */
const wholeLine = ({ id, total, taxes, quantity }: ShopLine) => ({
  id,
  ...(quantity !== undefined && { quantity }),
  refund_total: Number(total),
  refund_tax: taxes
    .filter((tax) => tax.total !== "")
    .map((tax) => ({ id: tax.id, refund_total: Number(tax.total) })),
});

/** Gives back lines, but never more than was paid: rounded lines may add up to a cent more. */
function refundLines(changing: Changing, lines: readonly ShopLine[]) {
  const sums = lines.map(({ total, total_tax }) => cents(total) + cents(total_tax));
  const amount = sums.reduce((sum, one) => sum + one, 0);
  const most = Math.min(amount, cents(changing.order.total));
  return refund(changing, { amount: money(most), line_items: lines.map(wholeLine) });
}

const move: Change = (changing) => {
  const to = { country: changing.country, postcode: "1011" };
  return update(changing, { billing: to, shipping: to });
};

const moveBack: Change = (changing) => {
  const { billing, shipping } = changing.order;
  const place = ({ country, postcode }: typeof billing) => ({ country, postcode });
  return update(changing, { billing: place(billing), shipping: place(shipping) });
};

const firstLine = ({ order }: Changing): ShopLine => order.line_items[0] as ShopLine;

const refundFirstLine: Change = (changing) => refundLines(changing, [firstLine(changing)]);

const refundPart = (changing: Changing, share: number) =>
  refund(changing, { amount: money(Math.floor(cents(changing.order.total) * share)) });

const trash: Change = ({ shop, order }) => shop.ask("DELETE", `orders/${order.id}`);

const addQuantity: Change = (changing) => {
  const { id, quantity = 1, total } = firstLine(changing);
  const sum = money(Math.round((cents(total) / quantity) * (quantity + 1)));
  return update(changing, {
    line_items: [{ id, quantity: quantity + 1, total: sum, subtotal: sum }],
  });
};

const addLine: Change = (changing) =>
  update(changing, {
    line_items: [{ product_id: changing.catalogue.products.standard[0], quantity: 2 }],
  });

const removeLine: Change = (changing) => {
  const { id } = changing.order.line_items.at(-1) as ShopLine;
  return update(changing, { line_items: [{ id, quantity: 0 }] });
};

const refundRest: Change = async (changing) => {
  const { total, total_tax } = firstLine(changing);
  const rest = cents(changing.order.total) - cents(total) - cents(total_tax);
  if (rest > 0) await refund(changing, { amount: money(rest) });
};

const refundAll: Change = (changing) => refund(changing, { amount: changing.order.total });

const deleteRefunds: Change = async ({ shop, order }) => {
  const path = `orders/${order.id}/refunds`;
  for (const { id } of await shop.all<{ readonly id: number }>(path)) {
    await shop.ask("DELETE", `${path}/${id}?force=true`);
  }
};

const setStatus =
  (status: string): Change =>
  (changing) =>
    update(changing, { status });

/** The changes of paid orders: how many a run makes of each, and its steps, each after the messages of the one before. */
const CHANGES: readonly (readonly [name: string, count: number, ...steps: readonly Change[]])[] = [
  ["address", 8, move],
  ["address and back", 2, move, moveBack],
  ["quantity", 8, addQuantity],
  ["line added", 6, addLine],
  [
    "fee added",
    4,
    (changing) => update(changing, { fee_lines: [{ name: "Express", total: "4.20" }] }),
  ],
  ["line removed", 4, removeLine],
  ["refund of a line", 6, refundFirstLine],
  ["refund of shipping", 4, (changing) => refundLines(changing, changing.order.shipping_lines)],
  ["refund of all lines", 3, (changing) => refundLines(changing, linesOfShop(changing.order))],
  ["refund of an amount", 6, (changing) => refundPart(changing, 0.3)],
  ["refund of all by amount", 3, refundAll],
  ["refund by status", 3, setStatus("refunded")],
  ["refund of a line and of the rest", 3, refundFirstLine, refundRest],
  ["deleted refund", 6, refundFirstLine, deleteRefunds],
  ["deleted refund of all", 2, refundAll, deleteRefunds],
  ["refund and address", 4, refundFirstLine, move],
  ["refund and quantity", 3, refundFirstLine, addQuantity],
  ["cancelled and paid", 3, setStatus("cancelled")],
  ["cancelled and given back", 2, refundAll, setStatus("cancelled")],
  ["cancelled and a part given back", 3, refundFirstLine, setStatus("cancelled")],
  ["cancelled and taken up again", 2, setStatus("cancelled"), setStatus("processing")],
  ["on hold", 3, setStatus("on-hold")],
  ["on hold and going on", 2, setStatus("on-hold"), setStatus("completed")],
  ["failed", 2, setStatus("failed")],
  ["trash", 4, trash],
  ["trash and restored", 4, trash, setStatus("processing")],
  ["deletion", 4, ({ shop, order }) => shop.ask("DELETE", `orders/${order.id}?force=true`)],
];

const canTake = (name: string, { line_items, shipping_lines }: ShopOrder): boolean => {
  if (name === "refund of shipping") return shipping_lines.length > 0;
  return name !== "line removed" || line_items.length > 1;
};

type PlannedChange = {
  readonly name: string;
  readonly order: ShopOrder;
  readonly steps: readonly Change[];
};

/** Gives each change orders of its own, the first that it can be made to. */
export function plannedChanges(orders: readonly ShopOrder[]): readonly PlannedChange[] {
  const left = [...orders];
  return CHANGES.flatMap(([name, count, ...steps]) =>
    Array.from({ length: count }, () => {
      const [order] = left.splice(
        left.findIndex((one) => canTake(name, one)),
        1,
      );
      return { name, order: order as ShopOrder, steps };
    }),
  );
}
