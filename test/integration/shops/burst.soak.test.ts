import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { wooHeaders, wooOrder } from "../../make/shop-order.ts";
import { call } from "../../stack/api.ts";
import { newSeller } from "../../stack/seller.ts";
import { allSettled, connectedWoo, sendOrder, sendTo } from "../../stack/shops.ts";
import { report, soakLength } from "../../stack/soak.ts";

/*
 * A sale of a shop brings its orders at once, and anybody may send to an address without its secret. WooCommerce gives
 * the messages of one second one id, as all of these have.
 */
const ORDERS = soakLength("ROUNDS", 500);
const FORGED = 2 * ORDERS;

/**
 * Messages of each kind that are under way at once. One process serves all of them here; of a thousand at once some are
 * answered 503, which is no loss: they were not taken, and the shop or the catch-up brings them again.
 */
const AT_ONCE = 50;

/** Sends `count` messages, at most AT_ONCE at a time, and returns their statuses. */
async function manyAtOnce(count: number, send: (n: number) => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  let next = 0;
  const sender = async () => {
    while (next < count) {
      const n = next;
      next += 1;
      statuses.push(await send(n));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return statuses;
}

type Return = { readonly rows: readonly { readonly event_count: number }[] };

const order = (id: number) => ({ id, day: "2026-08-14", lines: [{ net: 1_000, rate: 1_900 }] });

it("books each order of a burst while forged messages arrive", async () => {
  const shop = await connectedWoo(await newSeller("SE", { establishment_country: "SE" }));
  const forged = JSON.stringify(wooOrder(order(1_000_000)));
  const headers = wooHeaders("not-the-secret-of-it", "order.updated", forged);
  const statusOf = async (sent: Promise<Response>) => {
    const answer = await sent;
    await answer.arrayBuffer();
    return answer.status;
  };
  const [signed, unsigned] = await Promise.all([
    manyAtOnce(ORDERS, (n) => sendOrder(shop, order(n + 1))),
    manyAtOnce(FORGED, () => statusOf(sendTo(shop.id, forged, headers))),
  ]);
  expect([new Set(signed), new Set(unsigned)]).toEqual([new Set([200]), new Set([401])]);
  const rows = async () => {
    const path = "/v1/returns/union-oss/2026-Q3";
    return (await call<Return>(shop.seller.readOnly, "GET", path)).body.rows;
  };
  const counted = async () => (await rows())[0]?.event_count;
  await expect.poll(counted, { timeout: 600_000, interval: 250 }).toBe(ORDERS);
  await allSettled(shop);
  expect(await rows()).toMatchObject([
    { taxable_amount_minor: ORDERS * 1_000, vat_amount_minor: ORDERS * 190, event_count: ORDERS },
  ]);
  report(`burst: ${ORDERS} signed and ${FORGED} forged messages, each order booked once`);
  report(await atTwentyASecond(shop, ORDERS));
});

/** Sends further orders at twenty a second in a soak, and says how long their answers took. */
async function atTwentyASecond(shop: Parameters<typeof sendOrder>[0], first: number) {
  const count = soakLength("STEPS", 400);
  const times = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      await wait(n * 50);
      const startedAt = performance.now();
      expect(await sendOrder(shop, order(first + n + 1))).toBe(200);
      return performance.now() - startedAt;
    }),
  );
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(count * share)] ?? 0);
  return `20 messages a second: median ${at(0.5)} ms, p95 ${at(0.95)} ms of ${count}`;
}
