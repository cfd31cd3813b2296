import { expect, it } from "vitest";
import { seeded } from "../../../scripts/demo/dice.ts";
import { invoiceLives } from "../../make/invoice-life.ts";
import { deliveredOf } from "../../make/shop-history.ts";
import { call } from "../../stack/api.ts";
import {
  areDoneSince,
  booksOf,
  compared,
  decideOnSome,
  type Left,
  sumOfShop,
} from "../../stack/books-of-shop.ts";
import { lookUntil } from "../../stack/look-until.ts";
import { newSeller } from "../../stack/seller.ts";
import { STRIPE_KEYS, startStripe } from "../../stack/shop-server.ts";
import {
  allSettled,
  caughtUp,
  connectedStripe,
  giveAccess,
  openOrdersOf,
  sendStripe,
} from "../../stack/shops.ts";
import { lengthOf, report, seedOf } from "../../stack/soak.ts";

/* The same of invoices, whose credit notes come by themselves (open-or-booked.test.ts). */
const INVOICES = lengthOf("EVENTS", 300, 10_000);
const seed = seedOf(20_261_128);

/** Messages that are sent before they are waited for. */
const AT_ONCE = 8;

it("an invoice of Stripe is open exactly while it is not booked with its credit notes as Stripe has it", async () => {
  const random = seeded(seed);
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const shop = await connectedStripe(seller);
  const left: Left = new Map();
  const books = async () => booksOf(seller, await openOrdersOf(shop));
  const { events, lists, inShop: all } = invoiceLives(INVOICES, random);
  const delivered = deliveredOf({ messages: events }, random);
  for (let n = 0; n < delivered.length; n += AT_ONCE) {
    const some = delivered.slice(n, n + AT_ONCE);
    expect(new Set(await Promise.all(some.map((event) => sendStripe(shop, event))))).toEqual(
      new Set([200]),
    );
  }
  await allSettled(shop);
  const server = await startStripe();
  for (const [name, list] of Object.entries(lists)) server.lists.set(name, list);
  await giveAccess(shop, server, STRIPE_KEYS);
  for (const round of [1, 2]) {
    await caughtUp(shop, { from: "2026-10-01" });
    const now = await books();
    expect(compared(now, all, left), `after catch-up ${round}`).toBe(sumOfShop(all));
    const path = (id: string, decision: string) =>
      `/v1/connections/${shop.id}/open-orders/${id}/${decision}`;
    if (round === 1) {
      const since = new Date().toISOString();
      const again = await decideOnSome(now, all, left, (id, decision) =>
        call(seller.full, "POST", path(id, decision)),
      );
      await lookUntil(async () => areDoneSince(again, since, await allSettled(shop)) || undefined);
    }
  }
  report(
    `open-or-booked: stripe, seed ${seed}, ${INVOICES} invoices, ${events.length} events, ` +
      `${delivered.length} delivered, ${left.size} left`,
  );
  await server.close();
});
