import { type ShopLine, type ShopOrder, shopifyOrder, vatOf, wooOrder } from "./shop-order.ts";

/** The kinds of shops whose histories are made. */
export type HistoryKind = "woocommerce" | "shopify";

/** A message that the shop sends when an order has changed. */
export type ShopMessage = {
  readonly topic: string;
  readonly content: Readonly<Record<string, unknown>>;
  /** The order as it was then; undefined if it is deleted, or in the trash. */
  readonly order: ShopOrder | undefined;
  readonly id: number;
};

/** The life of a shop: the orders that it has in the end, and the messages that it has sent on the way. */
export type ShopHistory = {
  readonly kind: HistoryKind;
  readonly orders: ReadonlyMap<number, ShopOrder>;
  readonly messages: readonly ShopMessage[];
};

const RATES: Readonly<Record<string, readonly [number, number]>> = {
  DE: [1_900, 700],
  FR: [2_000, 550],
  NL: [2_100, 900],
};
export const COUNTRIES = Object.keys(RATES);

const TOPICS = {
  woocommerce: { changed: "order.updated", deleted: "order.deleted" },
  shopify: { changed: "orders/updated", deleted: "orders/delete" },
} as const;

const isOver = ({ status }: ShopOrder): boolean => status === "cancelled" || status === "trash";

/** Makes the history of a shop: each order is made, and then edited, moved, refunded, cancelled or deleted. */
export function shopHistory(kind: HistoryKind, count: number, random: () => number): ShopHistory {
  const below = (n: number) => Math.floor(random() * n);
  const orders = new Map<number, ShopOrder>();
  const messages: ShopMessage[] = [];
  const ids = Array.from({ length: count }, (_, n) => 1_001 + n);
  const changes = ids.flatMap((id) => Array.from({ length: 1 + below(4) }, () => id));
  for (const [clock, id] of shuffled(changes, below).entries()) {
    const before = orders.get(id);
    // Several orders change in one second, and no order twice.
    const modified = Math.floor(clock / 3);
    if (before && (isOver(before) || before.modified === modified)) continue;
    const after = before ? changed(kind, before, below) : newOrder(id, below);
    const order = after && { ...after, modified };
    if (order) orders.set(id, order);
    else orders.delete(id);
    messages.push(messageOf(kind, id, order));
  }
  return { kind, orders, messages };
}

/** Returns the message that a shop sends of an order. */
export function messageOf(
  kind: HistoryKind,
  id: number,
  order: ShopOrder | undefined,
): ShopMessage {
  const { changed: topic, deleted } = TOPICS[kind];
  if (!order || order.status === "trash") {
    return { topic: deleted, content: { id }, order: undefined, id };
  }
  const content = kind === "woocommerce" ? wooOrder(order) : shopifyOrder(order);
  return { topic, content, order, id };
}

/** Returns a whole number below `n`. */
export type Below = (n: number) => number;

/** Makes one line, or two of two rates; those of a country that is none are at German rates. */
export const linesOf = (country: string, below: Below): ShopLine[] => {
  const [standard, reduced] = RATES[country] ?? [1_900, 700];
  const standardLine = { net: 1_000 + below(20_000), rate: standard };
  return below(3) === 0
    ? [standardLine, { net: 500 + below(5_000), rate: reduced }]
    : [standardLine];
};

function newOrder(id: number, below: Below): ShopOrder {
  const country = COUNTRIES[below(COUNTRIES.length)] ?? "DE";
  const status = below(5) === 0 ? "pending" : "completed";
  return { id, country, status, lines: linesOf(country, below) };
}

function changed(kind: HistoryKind, order: ShopOrder, below: Below): ShopOrder | undefined {
  const dice = below(10);
  if (dice === 0) return { ...order, status: "cancelled" };
  if (dice === 1) return undefined;
  if (dice === 2 && kind === "woocommerce") return { ...order, status: "trash" };
  const paid = { ...order, status: "completed" };
  // What was given back is part of the order: it is not edited any more.
  if (order.refunds) return { ...paid };
  const [first] = order.lines;
  if (dice < 5 && first && order.status === "completed") {
    // A refund of so few cents that it has no VAT does not tell its rate.
    const lines = [{ net: 100 + below(first.net - 100), rate: first.rate }];
    return { ...paid, refunds: [{ id: order.id * 10, day: "2026-10-20", lines }] };
  }
  const country = dice < 7 ? (COUNTRIES[below(COUNTRIES.length)] ?? "DE") : (order.country ?? "DE");
  return { ...paid, country, lines: linesOf(country, below) };
}

/** Returns a list in another order. */
export function shuffled<T>(list: readonly T[], below: Below): T[] {
  const left = [...list];
  return list.map(() => left.splice(below(left.length), 1)[0] as T);
}

/** Net amount and VAT by country and rate. */
export type ShopSums = Readonly<Record<string, readonly [net: number, vat: number]>>;

const isBooked = (order: ShopOrder | undefined): order is ShopOrder =>
  order?.status === "completed";

/** Adds up what the shop has in the end. */
export function sumsOf({ orders }: ShopHistory): ShopSums {
  const sums = new Map<string, [number, number]>();
  const add = (country: string, line: ShopLine, sign: number) => {
    const name = `${country} ${line.rate}`;
    const [net, vat] = sums.get(name) ?? [0, 0];
    sums.set(name, [net + sign * line.net, vat + sign * vatOf(line)]);
  };
  for (const { country = "DE", lines, refunds = [] } of [...orders.values()].filter(isBooked)) {
    for (const line of lines) add(country, line, 1);
    for (const line of refunds.flatMap((refund) => refund.lines)) add(country, line, -1);
  }
  return Object.fromEntries([...sums].filter(([, [net, vat]]) => net !== 0 || vat !== 0));
}

/** Returns what of an order is booked, as a text; empty for one that makes no event. */
function bookingOf(order: ShopOrder | undefined, knowsRefunds: boolean): string {
  if (!isBooked(order)) return "";
  const { country, lines, refunds = [] } = order;
  return JSON.stringify([country, lines, knowsRefunds ? refunds : []]);
}

/** Counts what messages leave to be found: orders that are booked otherwise, and those that are not to be booked. */
export function leftToFind(
  { kind, orders, messages }: ShopHistory,
  delivered: readonly ShopMessage[],
): { readonly changed: number; readonly taken_back: number } {
  // WooCommerce names refunds only, and without access nobody fetches them.
  const knowsRefunds = kind === "shopify";
  const ids = [...new Set(messages.map(({ id }) => id))];
  const byId = Map.groupBy(delivered, ({ id }) => id);
  const pairs = ids.map((id) => {
    const last = lastOf(byId.get(id) ?? []);
    return [bookingOf(last, knowsRefunds), bookingOf(orders.get(id), true)] as const;
  });
  return {
    changed: pairs.filter(([known, final]) => final !== "" && known !== final).length,
    taken_back: pairs.filter(([known, final]) => final === "" && known !== "").length,
  };
}

/** Returns the order as the latest message has it; a deletion is the latest of all. */
function lastOf(messages: readonly ShopMessage[]): ShopOrder | undefined {
  if (messages.some(({ order }) => order === undefined)) return undefined;
  return messages
    .flatMap(({ order }) => order ?? [])
    .reduce<ShopOrder | undefined>(
      (latest, order) => ((latest?.modified ?? -1) < (order.modified ?? 0) ? order : latest),
      undefined,
    );
}

/** Loses one message in ten, repeats one in ten, and shuffles the rest. */
export function deliveredOf<M>(
  { messages }: { readonly messages: readonly M[] },
  random: () => number,
): M[] {
  const below = (n: number) => Math.floor(random() * n);
  const delivered = messages.filter(() => below(10) !== 0);
  const twice = delivered.filter(() => below(10) === 0);
  return shuffled([...delivered, ...twice], below);
}
