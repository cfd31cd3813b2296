import { expect } from "vitest";
import type { OpenOrder } from "../../client/src/eu-vat-client.ts";
import type { LifeSums } from "../make/order-life.ts";
import type { Account } from "./api.ts";
import { type EventList, listed } from "./seller.ts";

/** An order in its shop: the amounts to book by country and rate, if they can be known, and the amount with VAT. */
export type InShop = {
  /** Another one after each change of the order. */
  readonly state: number;
  readonly wanted: LifeSums | undefined;
  /** Undefined where the shop has not said it. */
  readonly gross: number | undefined;
};

/** The ledger by order, and the orders that are open. */
export type Books = {
  readonly ledger: ReadonlyMap<string, LifeSums>;
  readonly open: ReadonlyMap<string, OpenOrder>;
};

/** The decisions to leave an order as it is: the state, and the undeclared amount that the answer named. */
export type Left = Map<string, { readonly state: number; readonly undeclared: number | null }>;

export async function booksOf(seller: Account, open: readonly OpenOrder[]): Promise<Books> {
  const sums = new Map<string, Map<string, [number, number]>>();
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body }: { body: EventList } = await listed(
      seller,
      `?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    for (const event of body.items) addEvent(sums, event);
    cursor = body.next_cursor;
  }
  const ledger = [...sums].map(([id, of]): [string, LifeSums] => [
    id,
    Object.fromEntries([...of].filter(([, [net, vat]]) => net !== 0 || vat !== 0)),
  ]);
  return { ledger: new Map(ledger), open: new Map(open.map((order) => [order.order_id, order])) };
}

function addEvent(
  sums: Map<string, Map<string, [number, number]>>,
  event: EventList["items"][number],
): void {
  const id = String(event.transaction_id);
  const of = sums.get(id) ?? new Map<string, [number, number]>();
  const name = `${event.consumption_country} ${event.vat_rate_bps}`;
  const [net, vat] = of.get(name) ?? [0, 0];
  const sign = event.event_type === "refund" ? -1 : 1;
  of.set(name, [net + sign * event.taxable_amount_minor, vat + sign * event.vat_amount_minor]);
  sums.set(id, of);
}

const grossOf = (sums: LifeSums): number =>
  Object.values(sums).reduce((sum, [net, vat]) => sum + net + vat, 0);

/**
 * Compares each order with what the shop has: it is open exactly while that is not what is booked and nobody has decided.
 * @returns the sum of the ledger and of all that stays undeclared
 */
export function compared(
  { ledger, open }: Books,
  shop: ReadonlyMap<string, InShop>,
  left: Left,
): number {
  const sums = [...shop].map(([id, order]) =>
    comparedOrder({
      id,
      order,
      booked: ledger.get(id) ?? {},
      open: open.get(id),
      left: left.get(id),
    }),
  );
  return sums.reduce((sum, amount) => sum + amount, 0);
}

type Compared = {
  readonly id: string;
  readonly order: InShop;
  readonly booked: LifeSums;
  readonly open: OpenOrder | undefined;
  readonly left: { readonly state: number; readonly undeclared: number | null } | undefined;
};

function comparedOrder(of: Compared): number {
  const { order, booked, open, left } = of;
  const isBooked = order.wanted !== undefined && isSame(order.wanted, booked);
  const what = JSON.stringify(of);
  // A sale and its whole refund that an edit would take back are no amount, and in two periods a question.
  const isAsked = isBooked && open?.findings.some(({ reason }) => reason === "order_edited");
  expect(open !== undefined && !isAsked, what).toBe(!isBooked && left?.state !== order.state);
  if (open) {
    expect(open.booked_gross_amount_minor, what).toBe(grossOf(booked));
    if (order.gross !== undefined) expect(open.gross_amount_minor, what).toBe(order.gross);
  }
  const leaves = isBooked ? 0 : left?.undeclared;
  const undeclared = open ? open.undeclared_gross_amount_minor : leaves;
  return undeclared == null ? (order.gross ?? 0) : grossOf(booked) + undeclared;
}

const isSame = (a: LifeSums, b: LifeSums): boolean =>
  JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

const sorted = (sums: LifeSums) => Object.entries(sums).sort(([a], [b]) => (a < b ? -1 : 1));

/** Returns the sum of the shop's own books. */
export const sumOfShop = (shop: ReadonlyMap<string, InShop>): number =>
  [...shop.values()].reduce((sum, { gross = 0 }) => sum + gross, 0);

type Decide = (
  order_id: string,
  decision: "book" | "settle",
) => Promise<{ readonly status: number; readonly body: OpenOrder }>;

/**
 * Decides on some of the open orders: leaves each third, and has another third booked as in the shop.
 * @returns the orders that are to be booked
 */
export async function decideOnSome(
  { open }: Books,
  shop: ReadonlyMap<string, InShop>,
  left: Left,
  decide: Decide,
): Promise<readonly string[]> {
  const booked: string[] = [];
  for (const [n, [id, order]] of [...open].entries()) {
    const { state = 0 } = shop.get(id) ?? {};
    if (n % 3 === 0) {
      const { status, body } = await decide(id, "settle");
      expect(status).toBe(200);
      expect(body.undeclared_gross_amount_minor).toBe(order.undeclared_gross_amount_minor);
      left.set(id, { state, undeclared: body.undeclared_gross_amount_minor });
    }
    if (n % 3 === 1) {
      expect((await decide(id, "book")).status).toBe(202);
      booked.push(id);
    }
  }
  return booked;
}

type Delivered = { readonly order_id: string | null; readonly done_at: string | null };

/** True if a message of each of these orders was done since an instant. */
export const areDoneSince = (
  ids: readonly string[],
  instant: string,
  deliveries: readonly Delivered[],
): boolean =>
  ids.every((id) =>
    deliveries.some(({ order_id, done_at }) => order_id === id && (done_at ?? "") >= instant),
  );
