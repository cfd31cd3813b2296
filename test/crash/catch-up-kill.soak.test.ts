import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seeded } from "../../scripts/demo/dice.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import { deliveredOf, leftToFind, shopHistory, sumsOf } from "../make/shop-history.ts";
import { LivedShop } from "../stack/lived-shop.ts";
import { type ShopServer, startWooShop } from "../stack/shop-server.ts";
import { report, seedOf, soakLength } from "../stack/soak.ts";
import { KillableStack } from "./killable-stack.ts";

/*
 * A catch-up whose stack is killed (kill -9) again and again, in the middle of a page. Each stack that is started goes
 * on where the one before was: the ledger is the shop, and what was lost is counted once.
 */
const KILLS = soakLength("ROUNDS", 5);
const ORDERS = soakLength("EVENTS", 10_000);
const seed = seedOf(20_261_125);
const SETTINGS = { WEBHOOKS_ALLOW_LOOPBACK: "1", CATCH_UP_EVERY_SECONDS: "0" };

const stack = new KillableStack();
let server: ShopServer;
let key: string;

beforeAll(async () => {
  server = await startWooShop();
  await stack.start(SETTINGS);
  key = await stack.issueKey("shop" as LedgerId);
  await stack.call(key, "PUT", "/v1/account", { establishment_country: "SE" });
  await stack.call(key, "POST", "/v1/tax-registrations", {
    scheme_type: "union_oss",
    member_state_identification: "SE",
    effective_from: "2021-07-01",
    status: "active",
  });
});
afterAll(async () => {
  await stack.stop();
  await server.close();
});

it(
  "a catch-up that is killed again and again finds each order once",
  async () => {
    const random = seeded(seed);
    const history = shopHistory("woocommerce", ORDERS, random);
    for (const order of history.orders.values()) server.orders.set(order.id, order);
    const shop = await LivedShop.connected("woocommerce", server, { url: stack.url, key });
    const delivered = deliveredOf(history, random);
    const began = Date.now();
    await shop.deliver(delivered);
    report(
      `catch-up-kill: seed ${seed}, ${delivered.length} messages booked in ${Date.now() - began} ms`,
    );
    await shop.giveAccess();
    await shop.beginCatchUp();
    for (let n = 1; n <= KILLS; n += 1) {
      const reached = await until(shop, Math.floor((n / (KILLS + 1)) * history.orders.size));
      await stack.kill("server");
      await stack.start(SETTINGS);
      shop.service = { url: stack.url, key };
      report(`catch-up-kill: killed at ${reached} of ${history.orders.size} orders`);
    }
    const found = await shop.overCatchUp();
    expect(await shop.sums()).toEqual(sumsOf(history));
    expect(found).toMatchObject({
      state: "done",
      not_booked: 0,
      ...leftToFind(history, delivered),
    });
    const { stdout, code } = await stack.verify("tallies", "shop" as LedgerId);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/, 0 differences\n$/),
    });
    report(
      `catch-up-kill: seed ${seed}, ${ORDERS} orders, ${history.messages.length} messages, ${KILLS} kills, ` +
        `found ${found.changed} and took back ${found.taken_back}, ${Date.now() - began} ms in all`,
    );
  },
  6 * 3_600_000,
);

/** Waits until the catch-up has come to so many orders, and then for the middle of a page. */
async function until(shop: LivedShop, orders: number): Promise<number> {
  for (;;) {
    const fetched = await shop.catchUp();
    if (fetched.done_at !== null) throw new Error("the catch-up was over before it was killed");
    if (fetched.orders >= orders) {
      await wait(100);
      return fetched.orders;
    }
    await wait(10);
  }
}
