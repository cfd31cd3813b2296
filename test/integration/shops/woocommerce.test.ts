import { expect, it } from "vitest";
import { wooHeaders, wooOrder } from "../../make/shop-order.ts";
import { call } from "../../stack/api.ts";
import { newSeller } from "../../stack/seller.ts";
import {
  allSettled,
  connectedWoo,
  returnLines,
  sendOrder,
  sendTo,
  sendWoo,
} from "../../stack/shops.ts";

const shopOf = async (more = {}) =>
  connectedWoo(await newSeller("SE", { establishment_country: "SE" }), more);

const ORDER = { id: 1001, lines: [{ net: 10_000, rate: 1_900 }] };

it("books an order once, however often and in which order its messages arrive", async () => {
  const shop = await shopOf();
  const edited = { ...ORDER, modified: 60, lines: [{ net: 8_000, rate: 1_900 }] };
  expect(await sendOrder(shop, edited)).toBe(200);
  await allSettled(shop);
  const statuses = await Promise.all([
    ...Array.from({ length: 10 }, () => sendOrder(shop, ORDER)),
    sendOrder(shop, edited),
  ]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const deliveries = await allSettled(shop);
  expect(new Map(deliveries.map(({ times, outcome }) => [times, outcome]))).toEqual(
    new Map([
      [2, "committed"],
      [10, "duplicate"],
    ]),
  );
  expect(await returnLines(shop)).toEqual([["DE", 1_900, 8_000, 1_520]]);
});

it("adjusts an edited order, moves one that goes elsewhere, and takes a cancelled or deleted one back", async () => {
  const shop = await shopOf();
  const outcomeOf = async (send: Promise<number>) => {
    expect(await send).toBe(200);
    return (await allSettled(shop))[0]?.outcome;
  };
  const two = { net: 5_000, rate: 700 };
  expect(await outcomeOf(sendOrder(shop, ORDER, "order.created"))).toBe("committed");
  const edited = { ...ORDER, lines: [{ net: 9_000, rate: 1_900 }, two] };
  expect(await outcomeOf(sendOrder(shop, { ...edited, modified: 1 }))).toBe("adjusted");
  expect(await returnLines(shop)).toEqual([
    ["DE", 1_900, 9_000, 1_710],
    ["DE", 700, 5_000, 350],
  ]);
  const inFrance = [
    { net: 9_000, rate: 2_000 },
    { net: 5_000, rate: 550 },
  ];
  const moved = { ...edited, country: "FR", lines: inFrance, modified: 2 };
  expect(await outcomeOf(sendOrder(shop, moved))).toBe("replaced");
  expect((await returnLines(shop)).map(([state]) => state)).toEqual(["FR", "FR"]);
  expect(await outcomeOf(sendOrder(shop, { ...moved, status: "cancelled", modified: 3 }))).toBe(
    "taken_back",
  );
  expect(await returnLines(shop)).toEqual([]);
  expect(await outcomeOf(sendOrder(shop, { ...ORDER, modified: 4 }))).toBe("committed");
  expect(await outcomeOf(sendWoo(shop, "order.deleted", { id: ORDER.id }))).toBe("taken_back");
  expect(await returnLines(shop)).toEqual([]);
  // WooCommerce saves an order that comes back from the trash, after its deletion became known here.
  const restored = { ...ORDER, modified: 1_000_000_000 };
  expect(await outcomeOf(sendOrder(shop, restored, "order.restored"))).toBe("committed");
  expect(await returnLines(shop)).toEqual([["DE", 1_900, 10_000, 1_900]]);
});

it("tells why an order is not booked, by order, day, country and amount", async () => {
  const shop = await shopOf();
  await sendOrder(shop, { ...ORDER, id: 7, country: "XX" });
  const [delivery] = await allSettled(shop);
  expect(delivery).toMatchObject({
    topic: "order.updated",
    order_id: "7",
    outcome: "unresolved",
    findings: [
      {
        outcome: "unresolved",
        reason: "country_missing",
        column: "shipping.country",
        order_id: "7",
        supply_date: "2026-10-05",
      },
    ],
  });
});

it("asks before it books an edit, where that is wanted", async () => {
  const shop = await shopOf({ on_edit: "ask" });
  await sendOrder(shop, ORDER);
  await allSettled(shop);
  await sendOrder(shop, { ...ORDER, modified: 5, lines: [{ net: 100, rate: 1_900 }] });
  const [delivery] = await allSettled(shop);
  expect(delivery).toMatchObject({
    outcome: "unresolved",
    findings: [{ reason: "order_edited" }],
  });
  expect(await returnLines(shop)).toEqual([["DE", 1_900, 10_000, 1_900]]);
});

it("answers the first call of WooCommerce, which is a form without a signature", async () => {
  const shop = await shopOf();
  const form = { "content-type": "application/x-www-form-urlencoded" };
  expect((await sendTo(shop.id, "webhook_id=17", form)).status).toBe(200);
  expect((await sendTo(shop.id, "webhook_id=17&order=1", form)).status).toBe(401);
  expect(await allSettled(shop)).toEqual([]);
});

it("refuses what the shop has not signed, and says so on the connection's page", async () => {
  const shop = await shopOf();
  const body = JSON.stringify(wooOrder(ORDER));
  const forged = await sendTo(shop.id, body, wooHeaders("another-secret", "order.updated", body));
  expect([forged.status, await forged.json()]).toMatchObject([401, { error: "invalid_signature" }]);
  const path = `/v1/connections/${shop.id}`;
  const { body: view } = await call(shop.seller.readOnly, "GET", path);
  expect(view).toMatchObject({ fault: { code: "signature_rejected" }, last_delivery_at: null });
  await sendOrder(shop, ORDER);
  const { body: sound } = await call(shop.seller.readOnly, "GET", path);
  expect(sound).toMatchObject({ fault: null, last_delivery_at: expect.any(String) });
});

it("is not there while it is paused, before it has a secret, and when it is deleted", async () => {
  const shop = await shopOf();
  const path = `/v1/connections/${shop.id}`;
  await call(shop.seller.full, "PATCH", path, { paused: true });
  expect(await sendOrder(shop, ORDER)).toBe(404);
  await call(shop.seller.full, "PATCH", path, { paused: false });
  expect(await sendOrder(shop, ORDER)).toBe(200);
  const { body: other } = await call(shop.seller.full, "POST", "/v1/connections", {
    kind: "shopify",
    source_id: "second",
    settings: { shipped_kind: "goods", unshipped_kind: "goods", dispatch_country: "SE" },
  });
  expect(await sendOrder({ ...shop, id: String(other["id"]) }, ORDER)).toBe(401);
  await allSettled(shop);
  expect((await call(shop.seller.full, "DELETE", path)).status).toBe(200);
  expect(await sendOrder(shop, ORDER)).toBe(404);
  expect(await sendOrder({ ...shop, id: "cn_000000000000000000000000" }, ORDER)).toBe(404);
  expect(await returnLines(shop)).toEqual([["DE", 1_900, 10_000, 1_900]]);
});

it("takes the former secret for a day when it is replaced, and shows neither", async () => {
  const shop = await shopOf();
  const path = `/v1/connections/${shop.id}/secret`;
  const own = "whsec_given-by-the-shop";
  const { body } = await call(shop.seller.full, "POST", path, { secret: own });
  expect(body).toMatchObject({ secret: null, previous_secret_until: expect.any(String) });
  expect(await sendOrder(shop, ORDER)).toBe(200);
  expect(await sendOrder({ ...shop, secret: own }, { ...ORDER, id: 2 })).toBe(200);
  const { text } = await call(shop.seller.readOnly, "GET", "/v1/connections");
  expect(text).not.toContain(shop.secret);
  expect(text).not.toContain(own);
  await allSettled(shop);
});
