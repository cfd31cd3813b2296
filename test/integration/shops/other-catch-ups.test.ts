import { afterEach, describe, expect, it } from "vitest";
import type { Connection } from "../../../client/src/eu-vat-client.ts";
import { dayOf, plusDays, quarterKeyOn } from "../../../shared/core/calendar/dates.ts";
import { stripeCreditNote, stripeEvent, stripeInvoice } from "../../make/stripe-document.ts";
import { call } from "../../stack/api.ts";
import { newSeller } from "../../stack/seller.ts";
import {
  SHOPIFY_KEYS,
  type ShopServer,
  STRIPE_KEYS,
  startShopifyShop,
  startStripe,
} from "../../stack/shop-server.ts";
import {
  allSettled,
  type ConnectedShop,
  caughtUp,
  connectedStripe,
  giveAccess,
  returnLines,
  sendStripe,
} from "../../stack/shops.ts";

let server: ShopServer;
afterEach(() => server.close());

const seller = () => newSeller("SE", { establishment_country: "SE" });
const daysAgo = (days: number) => plusDays(dayOf(new Date()), -days);

const FROM = { from: "2026-10-01" };

describe("a catch-up of Shopify", () => {
  const lines = [{ net: 10_000, rate: 1_900 }];
  const connected = async (): Promise<ConnectedShop> => {
    server = await startShopifyShop();
    const account = await seller();
    const { body } = await call<Connection>(account.full, "POST", "/v1/connections", {
      kind: "shopify",
      source_id: "shop",
      settings: { shipped_kind: "goods", unshipped_kind: "goods", dispatch_country: "SE" },
    });
    return { seller: account, id: body.id, secret: "" };
  };

  it("without the scope for all orders says to which day it reaches back, and takes nothing back", async () => {
    const shop = await connected();
    server.scopes = "read_orders";
    const sold = daysAgo(3);
    server.orders.set(1, { id: 1, lines, day: sold });
    server.orders.set(2, { id: 2, lines, day: sold, modified: 9 });
    await giveAccess(shop, server, SHOPIFY_KEYS);
    const { catch_up, access } = await caughtUp(shop, { from: "2020-01-01" });
    expect(catch_up).toMatchObject({ state: "done", changed: 2 });
    const day = daysAgo(60);
    expect(catch_up.reaches_back_to).toBe(day);
    expect(access?.fault).toMatchObject({ code: "scope_missing", reaches_back_to: day });
    server.orders.delete(1);
    expect((await caughtUp(shop)).catch_up).toMatchObject({ state: "done", taken_back: 0 });
    const quarter = quarterKeyOn(sold);
    expect(await returnLines(shop, quarter)).toEqual([["DE", 1_900, 20_000, 3_800]]);
    const { body } = await call<{ items: unknown[] }>(
      shop.seller.readOnly,
      "GET",
      "/v1/notifications",
    );
    expect(body.items).toEqual([]);
  });

  it("says that the app has no right to read orders, or that its secret is wrong", async () => {
    const shop = await connected();
    server.scopes = "read_products";
    await giveAccess(shop, server, SHOPIFY_KEYS);
    expect((await caughtUp(shop)).access?.fault).toMatchObject({
      code: "pull_rejected",
      message: "the app has no scope read_orders",
    });
    await giveAccess(shop, server, { ...SHOPIFY_KEYS, secret: "0".repeat(32) });
    expect((await caughtUp(shop)).access?.fault).toMatchObject({
      code: "pull_rejected",
      message: "the shop has not accepted client id and client secret",
    });
  });
});

describe("a catch-up of Stripe", () => {
  const DAY = Date.parse("2026-10-05T08:00:00Z") / 1000;
  const invoice = (id: string, more: object = {}) =>
    stripeInvoice({ id, taxes: [{ net: 10_000, vat: 2_000 }], ...more });

  it("lists invoices and credit notes, and then the events of the last weeks", async () => {
    server = await startStripe();
    const shop = await connectedStripe(await seller());
    const now = Math.floor(Date.now() / 1000);
    const [one, two, three] = [invoice("in_1"), invoice("in_2"), invoice("in_3")];
    const note = stripeCreditNote({
      id: "cn_1",
      invoice: "in_1",
      taxes: [{ net: 4_000, vat: 800 }],
      at: DAY + 60,
    });
    const voided = { ...invoice("in_3", { status: "void" }) };
    const draft = invoice("in_4", { status: "draft" });
    server.lists.set("invoices", [draft, three, two, one]);
    server.lists.set("credit_notes", [note]);
    server.lists.set("events", [
      { ...stripeEvent("invoice.voided", voided), created: now - 60, id: "evt_1" },
    ]);
    await sendStripe(shop, stripeEvent("invoice.finalized", two));
    await allSettled(shop);
    await giveAccess(shop, { url: server.url }, STRIPE_KEYS);
    const { catch_up, access } = await caughtUp(shop, FROM);
    expect(access?.fault).toBeNull();
    expect(catch_up).toMatchObject({ state: "done", not_booked: 0, taken_back: 1 });
    expect(await returnLines(shop)).toEqual([["FR", 2_000, 16_000, 3_200]]);
    const again = (await caughtUp(shop, FROM)).catch_up;
    expect(again).toMatchObject({ changed: 0, taken_back: 0, not_booked: 0 });
    expect(server.asked.some((path) => path.includes("starting_after=in_3"))).toBe(true);
    // A beginning within the last weeks needs the events alone.
    server.asked.length = 0;
    await caughtUp(shop);
    expect(server.asked.every((path) => path.startsWith("/v1/events"))).toBe(true);
  });

  it("takes the key alone", async () => {
    server = await startStripe();
    const shop = await connectedStripe(await seller());
    const path = `/v1/connections/${shop.id}/access`;
    const give = (body: object) => call(shop.seller.full, "POST", path, body);
    expect((await give(STRIPE_KEYS)).body).toMatchObject({
      access: { address: "https://api.stripe.com" },
    });
    const wrong = await give({ address: "https://shop.example", key: "ck_1", secret: "sk_live_1" });
    expect(wrong.body["details"]).toMatchObject([
      { field: "address", message: "must be left out: Stripe has one address for all" },
      { field: "key", message: "must be left out: the key has one part" },
      { field: "secret", message: "must be a restricted key, which begins with rk_" },
    ]);
  });
});
