import { type Below, COUNTRIES, type HistoryKind, linesOf, shuffled } from "./shop-history.ts";
import { type ShopLine, type ShopOrder, vatOf } from "./shop-order.ts";

/*
 * Orders of a shop that live through everything that the judge tells apart: paid and unpaid, edited, moved, with an address
 * that nobody can place, refunded by lines, whole or by an amount that no rate fits, cancelled, deleted. What the shop's own
 * books say of each state is computed here by hand, without the product.
 */

/** An order after one change; without an order it is deleted, or in the trash. */
export type LifeState = {
  readonly id: number;
  readonly clock: number;
  readonly order: ShopOrder | undefined;
};

/** A country that no one can place. */
const NOWHERE = "XX";

/** The states of an order that the shop says is not paid. */
const UNPAID: Readonly<Record<HistoryKind, readonly string[]>> = {
  woocommerce: ["on-hold", "pending", "failed"],
  shopify: ["pending", "partially_paid"],
};

const oneOf = <T>(list: readonly T[], below: Below): T => list[below(list.length)] as T;

/** Makes states of orders, in the order of their clock. No two states of an order have one instant. */
export function livesOf(
  kind: HistoryKind,
  count: number,
  random: () => number,
  since: readonly LifeState[] = [],
): LifeState[] {
  const below: Below = (n) => Math.floor(random() * n);
  const last = new Map(since.map((state) => [state.id, state]));
  const begin = 1 + Math.max(0, ...since.map(({ clock }) => clock));
  const ids = Array.from({ length: count }, (_, n) => 1_001 + n);
  const changes = ids.flatMap((id) => Array.from({ length: 1 + below(3) }, () => id));
  const states: LifeState[] = [];
  for (const [n, id] of shuffled(changes, below).entries()) {
    const before = last.get(id);
    if (before && isOver(before)) continue;
    const clock = begin + n;
    const after = before?.order ? changed(kind, before.order, below) : newOrder(kind, id, below);
    const state = { id, clock, order: after && { ...after, modified: clock } };
    last.set(id, state);
    states.push(state);
  }
  return states;
}

const isOver = ({ order }: LifeState): boolean => order === undefined || order.status === "trash";

function newOrder(kind: HistoryKind, id: number, below: Below): ShopOrder {
  const country = below(8) === 0 ? NOWHERE : oneOf(COUNTRIES, below);
  const status = below(4) === 0 ? oneOf(UNPAID[kind], below) : "completed";
  return { id, country, status, lines: linesOf(country, below) };
}

function changed(kind: HistoryKind, order: ShopOrder, below: Below): ShopOrder | undefined {
  switch (below(9)) {
    case 0:
      return { ...order, status: "cancelled" };
    case 1:
      return kind === "woocommerce" && below(2) === 0 ? { ...order, status: "trash" } : undefined;
    case 2:
      return { ...order, status: oneOf(UNPAID[kind], below) };
    case 3:
      return { ...order, status: "completed" };
    case 4:
    case 5:
      return { ...order, status: "completed", ...(order.refunds ? {} : refunded(order, below)) };
    default:
      return order.refunds ? { ...order, status: "completed" } : moved(order, below);
  }
}

function moved(order: ShopOrder, below: Below): ShopOrder {
  const dice = below(8);
  const country =
    dice === 0 ? NOWHERE : dice < 4 ? oneOf(COUNTRIES, below) : (order.country ?? "DE");
  return { ...order, status: "completed", country, lines: linesOf(country, below) };
}

/** A refund of a part of the first line, of everything, or of an amount that two rates could have. */
function refunded({ id, lines }: ShopOrder, below: Below): Pick<ShopOrder, "refunds"> {
  const refund = { id: id * 10, day: "2026-10-20" };
  const [first] = lines;
  if (!first) return {};
  const dice = below(3);
  if (dice === 0) {
    return {
      refunds: [{ ...refund, lines: [{ net: 100 + below(first.net - 100), rate: first.rate }] }],
    };
  }
  const amount = dice === 1 ? grossOf(lines) : Math.min(300, grossOf(lines) - 1);
  return dice === 2 && lines.length === 1 ? {} : { refunds: [{ ...refund, lines: [], amount }] };
}

const grossOf = (lines: readonly ShopLine[]): number =>
  lines.reduce((sum, line) => sum + line.net + vatOf(line), 0);

const givenBackIn = ({ refunds = [] }: ShopOrder): number =>
  refunds.reduce((sum, { amount, lines }) => sum + (amount ?? grossOf(lines)), 0);

/** True if the shop says that an order is supplied: paid at least in part, and neither cancelled nor deleted. */
const isSupplied = (order: ShopOrder | undefined): order is ShopOrder =>
  order?.status === "completed" || order?.status === "partially_paid";

/** Returns what the shop's books have of an order, with VAT. */
export const bookedInShop = ({ order }: LifeState): number =>
  isSupplied(order) ? grossOf(order.lines) - givenBackIn(order) : 0;

/** Net amounts and VAT by country and rate. */
export type LifeSums = Readonly<Record<string, readonly [net: number, vat: number]>>;

/** Returns the amounts that an order is to be booked with, by hand; undefined if nobody can tell. */
export function wantedOf({ order }: LifeState, knowsRefunds: boolean): LifeSums | undefined {
  if (!isSupplied(order)) return {};
  const { country = "DE", lines, refunds = [], status } = order;
  // Nobody knows of which articles the rest is due.
  if (status === "partially_paid" || country === NOWHERE || (refunds.length > 0 && !knowsRefunds))
    return undefined;
  const isWhole = givenBackIn(order) === grossOf(lines);
  if (isWhole) return {};
  if (refunds.some(({ amount }) => amount !== undefined)) return undefined;
  const sums = new Map<string, [number, number]>();
  const add = (line: ShopLine, sign: number) => {
    const [net, vat] = sums.get(`${country} ${line.rate}`) ?? [0, 0];
    sums.set(`${country} ${line.rate}`, [net + sign * line.net, vat + sign * vatOf(line)]);
  };
  for (const line of lines) add(line, 1);
  for (const line of refunds.flatMap((refund) => refund.lines)) add(line, -1);
  return Object.fromEntries([...sums].filter(([, [net, vat]]) => net !== 0 || vat !== 0));
}

/** Returns the last state of each order; of those that messages brought, a deletion is the latest of all. */
export function lastStates(states: readonly LifeState[]): ReadonlyMap<number, LifeState> {
  const last = new Map<number, LifeState>();
  for (const state of states) {
    const before = last.get(state.id);
    if (!before || (!isOver(before) && (isOver(state) || before.clock < state.clock))) {
      last.set(state.id, state);
    }
  }
  return last;
}
