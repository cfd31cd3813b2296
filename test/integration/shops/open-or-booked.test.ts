import { expect, inject, it } from "vitest";
import { seeded } from "../../../scripts/demo/dice.ts";
import {
  bookedInShop,
  type LifeState,
  lastStates,
  livesOf,
  wantedOf,
} from "../../make/order-life.ts";
import { deliveredOf, type HistoryKind, messageOf } from "../../make/shop-history.ts";
import {
  booksOf,
  compared,
  decideOnSome,
  type InShop,
  type Left,
  sumOfShop,
} from "../../stack/books-of-shop.ts";
import { LivedShop } from "../../stack/lived-shop.ts";
import { newSeller } from "../../stack/seller.ts";
import { type ShopServer, startShopifyShop, startWooShop } from "../../stack/shop-server.ts";
import { lengthOf, report, seedOf } from "../../stack/soak.ts";

/*
 * An order is open exactly while what the shop says of it differs from what is booked and nobody has decided on that edit.
 * So the ledger and the amounts of the open orders are the shop's own books, after any history of messages, decisions and
 * catch-ups.
 */
const ORDERS = lengthOf("EVENTS", 150, 5_000);
const seed = seedOf(20_261_128);

const inShop = (
  states: ReadonlyMap<number, LifeState>,
  knowsRefunds: boolean,
): ReadonlyMap<string, InShop> =>
  new Map(
    [...states].map(([id, state]) => [
      String(id),
      {
        state: state.clock,
        wanted: wantedOf(state, knowsRefunds),
        // Without access nobody fetches the refunds that WooCommerce only names.
        gross: knowsRefunds ? bookedInShop(state) : undefined,
      },
    ]),
  );

function put(server: ShopServer, states: readonly LifeState[]): void {
  for (const { id, order } of states) {
    if (order) server.orders.set(id, order);
    else server.orders.delete(id);
  }
}

it.for<[HistoryKind, "adjust" | "ask"]>([
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
    const books = async () => booksOf(seller, await shop.openOrders());
    const left: Left = new Map();
    const decide = (id: string, decision: "book" | "settle") => shop.decide(id, decision);

    const states = livesOf(kind, ORDERS, random);
    const delivered = deliveredOf({ messages: states }, random);
    await shop.deliver(delivered.map(({ id, order }) => messageOf(kind, id, order)));
    const knowsRefunds = kind === "shopify";
    const known = inShop(lastStates(delivered), knowsRefunds);
    const first = await books();
    const sum = compared(first, known, left);
    if (knowsRefunds) expect(sum).toBe(sumOfShop(known));
    const since = new Date().toISOString();
    await shop.quiet(await decideOnSome(first, known, left, decide), since);
    compared(await books(), known, left);

    put(server, states);
    await shop.giveAccess();
    const all = inShop(lastStates(states), true);
    for (const round of [1, 2]) {
      await shop.beginCatchUp();
      expect(await shop.overCatchUp()).toMatchObject({ state: "done" });
      const now = await books();
      expect(compared(now, all, left), `after catch-up ${round}`).toBe(sumOfShop(all));
      const asked = new Date().toISOString();
      await shop.quiet(round === 1 ? await decideOnSome(now, all, left, decide) : [], asked);
    }
    const { open } = await books();
    report(
      `open-or-booked: ${kind}, ${on_edit}, seed ${seed}, ${ORDERS} orders, ${states.length} states, ` +
        `${delivered.length} delivered, ${open.size} open, ${left.size} left`,
    );
    await server.close();
  },
);
