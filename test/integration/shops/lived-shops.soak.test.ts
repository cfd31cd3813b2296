import { expect, inject, it } from "vitest";
import { seeded } from "../../../scripts/demo/dice.ts";
import { deliveredOf, leftToFind, shopHistory, sumsOf } from "../../make/shop-history.ts";
import { LivedShop } from "../../stack/lived-shop.ts";
import { newSeller } from "../../stack/seller.ts";
import { startShopifyShop, startWooShop } from "../../stack/shop-server.ts";
import { report, seedOf, soakLength } from "../../stack/soak.ts";

/*
 * A shop lives: orders are edited, moved, refunded, cancelled, deleted. Its messages arrive in another order, some twice,
 * one in ten not at all. After a catch-up the ledger is the shop to the cent, and the catch-up has counted what was lost.
 */
const ORDERS = soakLength("EVENTS", 2_000);
const seed = seedOf(20_261_124);

it.for(["woocommerce", "shopify"] as const)(
  "the ledger is the shop after a catch-up, and what was lost is counted: %s",
  async (kind) => {
    const random = seeded(seed);
    const history = shopHistory(kind, ORDERS, random);
    const server = await (kind === "shopify" ? startShopifyShop() : startWooShop());
    for (const order of history.orders.values()) server.orders.set(order.id, order);
    const { full } = await newSeller("SE", { establishment_country: "SE" });
    const service = { url: inject("stack").url, key: full };
    const shop = await LivedShop.connected(kind, server, service);
    const delivered = deliveredOf(history, random);
    await shop.deliver(delivered);
    await shop.giveAccess();
    await shop.beginCatchUp();
    const found = await shop.overCatchUp();
    expect(await shop.sums()).toEqual(sumsOf(history));
    const lost = leftToFind(history, delivered);
    expect(found).toMatchObject({ state: "done", not_booked: 0, ...lost });
    expect(lost.changed + lost.taken_back).toBeGreaterThan(0);
    expect(await shop.openOrders()).toEqual([]);
    await shop.beginCatchUp();
    expect(await shop.overCatchUp()).toMatchObject({ changed: 0, taken_back: 0, not_booked: 0 });
    report(
      `lived-shops: ${kind}, seed ${seed}, ${ORDERS} orders, ${history.messages.length} messages, ` +
        `${delivered.length} delivered, found ${found.changed} and took back ${found.taken_back}`,
    );
    await server.close();
  },
);
