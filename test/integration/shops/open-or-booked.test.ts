import { expect, inject, it } from "vitest";
import type { OpenOrder } from "../../../client/src/eu-vat-client.ts";
import { seeded } from "../../../scripts/demo/dice.ts";
import {
  bookedInShop,
  type LifeKind,
  type LifeState,
  type LifeSums,
  lastStates,
  livesOf,
  messageOfState,
  wantedOf,
} from "../../make/order-life.ts";
import { deliveredOf } from "../../make/shop-history.ts";
import type { Account } from "../../stack/api.ts";
import { LivedShop } from "../../stack/lived-shop.ts";
import { type EventList, listed, newSeller } from "../../stack/seller.ts";
import { type ShopServer, startShopifyShop, startWooShop } from "../../stack/shop-server.ts";
import { lengthOf, report, seedOf } from "../../stack/soak.ts";

/*
 * An order is open exactly while what the shop says of it differs from what is booked and nobody has decided on that edit.
 * So the ledger and the amounts of the open orders are the shop's own books, after any history of messages, decisions and
 * catch-ups.
 */
const ORDERS = lengthOf("EVENTS", 150, 5_000);
const seed = seedOf(20_261_128);

/** What a person has decided to leave, by order: the edit, and what the answer named as undeclared. */
type Left = Map<number, { readonly clock: number; readonly undeclared: number | null }>;

type Observed = {
  readonly ledger: ReadonlyMap<string, LifeSums>;
  readonly open: ReadonlyMap<string, OpenOrder>;
};

async function observed(seller: Account, shop: LivedShop): Promise<Observed> {
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
  const open = (await shop.openOrders()).map((order) => [order.order_id, order] as const);
  return { ledger: new Map(ledger), open: new Map(open) };
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

/** Compares each order with what the shop is known to have, and returns the sum of the ledger and of all that is open. */
function compared(
  { ledger, open }: Observed,
  known: ReadonlyMap<number, LifeState>,
  left: Left,
  knowsRefunds: boolean,
): number {
  const sums = [...known.values()].map((state) => {
    const of = {
      state,
      booked: ledger.get(String(state.id)) ?? {},
      order: open.get(String(state.id)),
      decision: left.get(state.id),
    };
    return comparedOrder(of, knowsRefunds);
  });
  return sums.reduce((sum, amount) => sum + amount, 0);
}

type Compared = {
  readonly state: LifeState;
  readonly booked: LifeSums;
  readonly order: OpenOrder | undefined;
  readonly decision: { readonly clock: number; readonly undeclared: number | null } | undefined;
};

function comparedOrder(of: Compared, knowsRefunds: boolean): number {
  const { state, booked, order, decision } = of;
  const wanted = wantedOf(state, knowsRefunds);
  const isBooked = wanted !== undefined && isSame(wanted, booked);
  const what = JSON.stringify(of);
  expect(order !== undefined, what).toBe(!isBooked && decision?.clock !== state.clock);
  if (order) {
    expect(order.booked_gross_amount_minor, what).toBe(grossOf(booked));
    if (knowsRefunds) expect(order.gross_amount_minor, what).toBe(bookedInShop(state));
  }
  const leaves = isBooked ? 0 : decision?.undeclared;
  const undeclared = order ? order.undeclared_gross_amount_minor : leaves;
  return undeclared == null ? bookedInShop(state) : grossOf(booked) + undeclared;
}

const isSame = (a: LifeSums, b: LifeSums): boolean =>
  JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

const sorted = (sums: LifeSums) => Object.entries(sums).sort(([a], [b]) => (a < b ? -1 : 1));

const inShop = (known: ReadonlyMap<number, LifeState>): number =>
  [...known.values()].reduce((sum, state) => sum + bookedInShop(state), 0);

/** Decides on some of the open orders: leaves them, or has them booked as in the shop. */
async function decideOnSome(
  shop: LivedShop,
  { open }: Observed,
  known: ReadonlyMap<number, LifeState>,
  left: Left,
): Promise<void> {
  for (const [n, [id, order]] of [...open].entries()) {
    const state = known.get(Number(id));
    if (n % 3 === 0 && state) {
      const { status, body } = await shop.decide(id, "settle");
      expect(status).toBe(200);
      expect(body.undeclared_gross_amount_minor).toBe(order.undeclared_gross_amount_minor);
      const undeclared = body.undeclared_gross_amount_minor;
      left.set(state.id, { clock: state.clock, undeclared });
    }
    if (n % 3 === 1) expect((await shop.decide(id, "book")).status).toBe(202);
  }
  await shop.quiet();
}

function put(server: ShopServer, states: readonly LifeState[]): void {
  for (const { id, order } of states) {
    if (order) server.orders.set(id, order);
    else server.orders.delete(id);
  }
}

it.for<[LifeKind, "adjust" | "ask"]>([
  ["woocommerce", "adjust"],
  ["woocommerce", "ask"],
  ["shopify", "adjust"],
  ["shopify", "ask"],
])(
  "an order of %s is open exactly while it is not booked as the shop has it, where an edit is to %s",
  async ([kind, on_edit]) => {
    const random = seeded(seed + (on_edit === "ask" ? 1 : 0));
    const server = await (kind === "shopify" ? startShopifyShop() : startWooShop());
    const seller = await newSeller("SE", { establishment_country: "SE" });
    const service = { url: inject("stack").url, key: seller.full };
    const shop = await LivedShop.connected(kind, server, service, on_edit);
    const left: Left = new Map();

    const states = livesOf(kind, ORDERS, random);
    const delivered = deliveredOf({ messages: states }, random);
    await shop.deliver(delivered.map((state) => messageOfState(kind, state)));
    const known = lastStates(delivered);
    const first = await observed(seller, shop);
    // Without access nobody fetches the refunds that WooCommerce only names.
    const sends = kind === "shopify";
    const sum = compared(first, known, left, sends);
    if (sends) expect(sum).toBe(inShop(known));
    await decideOnSome(shop, first, known, left);
    compared(await observed(seller, shop), known, left, sends);

    put(server, states);
    await shop.giveAccess();
    for (const round of [1, 2]) {
      await shop.beginCatchUp();
      expect(await shop.overCatchUp()).toMatchObject({ state: "done" });
      const now = await observed(seller, shop);
      const all = new Map([...lastStates(states)].sort(([a], [b]) => a - b));
      expect(compared(now, all, left, true), `after catch-up ${round}`).toBe(inShop(all));
      if (round === 1) await decideOnSome(shop, now, all, left);
    }
    const { open } = await observed(seller, shop);
    report(
      `open-or-booked: ${kind}, ${on_edit}, seed ${seed}, ${ORDERS} orders, ${states.length} states, ` +
        `${delivered.length} delivered, ${open.size} open, ${left.size} left`,
    );
    await server.close();
  },
);
