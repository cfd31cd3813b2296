import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { expect, inject, it } from "vitest";
import { seeded } from "../../../scripts/demo/dice.ts";
import { holderOf } from "../../../scripts/local/stack-file.ts";
import { leftToFind, shopHistory, sumsOf } from "../../make/shop-history.ts";
import { LivedShop } from "../../stack/lived-shop.ts";
import { newSeller } from "../../stack/seller.ts";
import { startShopifyShop } from "../../stack/shop-server.ts";
import { lengthOf, report, seedOf, soaking } from "../../stack/soak.ts";

/** Orders of a shop of which nothing has arrived: a catch-up of several pages shows how far it has come. */
const ORDERS = lengthOf("EVENTS", 60, 60_000);
const seed = seedOf(20_261_126);
/** The pause between two looks at the progress. */
const EVERY_MS = soaking ? 500 : 20;

/** The memory of the stack in MB, now and at most. */
async function memory(): Promise<string> {
  const { pid } = (await holderOf(inject("stack").dataDir)) ?? {};
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const of = (name: string) => Number(RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) >> 10;
  return `${of("VmRSS")} MB, at most ${of("VmHWM")} MB`;
}

it("books the orders of a shop that was connected late, page by page", async () => {
  const history = shopHistory("shopify", ORDERS, seeded(seed));
  const server = await startShopifyShop();
  for (const order of history.orders.values()) server.orders.set(order.id, order);
  const { full } = await newSeller("SE", { establishment_country: "SE" });
  const shop = await LivedShop.connected("shopify", server, {
    url: inject("stack").url,
    key: full,
  });
  await shop.giveAccess();
  const began = Date.now();
  await shop.beginCatchUp();
  const seen: number[] = [];
  for (let notified = 0; ; await wait(EVERY_MS)) {
    const { orders, done_at } = await shop.catchUp();
    if (done_at !== null) break;
    if (orders !== seen.at(-1)) seen.push(orders);
    if (orders - notified < ORDERS / 6) continue;
    notified = orders;
    report(`back-fill: ${orders} orders after ${Date.now() - began} ms, ${await memory()}`);
  }
  const found = await shop.overCatchUp();
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(await shop.sums()).toEqual(sumsOf(history));
  expect(found).toMatchObject({ state: "done", not_booked: 0, ...leftToFind(history, []) });
  report(
    `back-fill: seed ${seed}, ${history.orders.size} orders, found ${found.changed}, ` +
      `${server.asked.length} requests, ${Date.now() - began} ms, ${await memory()}`,
  );
  await server.close();
});
