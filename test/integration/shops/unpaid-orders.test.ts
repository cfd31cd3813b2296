import { describe, expect, it } from "vitest";
import type { OpenOrder } from "../../../client/src/eu-vat-client.ts";
import { shopifyHeaders, shopifyOrder, wooHeaders, wooOrder } from "../../make/shop-order.ts";
import { call } from "../../stack/api.ts";
import { newSeller } from "../../stack/seller.ts";
import {
  allSettled,
  type ConnectedShop,
  connectedShopify,
  connectedWoo,
  returnLines,
  sendTo,
} from "../../stack/shops.ts";
import { locked } from "../returns/locks/locking.ts";

/*
 * Payment states that say "not paid" of a booked order. The order stays booked and becomes open, because only a refund,
 * a cancellation or a deletion lowers a sale (Art. 63, 65, 90 VAT Directive).
 */
const SHOPS = {
  woocommerce: {
    connected: connectedWoo,
    document: wooOrder,
    headers: wooHeaders,
    updated: "order.updated",
    unpaid: ["on-hold", "pending", "failed"],
  },
  shopify: {
    connected: connectedShopify,
    document: shopifyOrder,
    headers: shopifyHeaders,
    updated: "orders/updated",
    unpaid: ["partially_paid", "pending"],
  },
} as const;

const DAY = "2025-08-14";
const ORDER = { id: 7, day: DAY, lines: [{ net: 8_500, rate: 2_000 }], country: "FR" };
const MORE = [...ORDER.lines, { net: 2_000, rate: 2_000 }];

const CASES = Object.entries(SHOPS).flatMap(([kind, { unpaid }]) =>
  unpaid.map((status) => [kind as keyof typeof SHOPS, status] as const),
);

async function connectedTo(kind: keyof typeof SHOPS) {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const { connected, document, headers, updated } = SHOPS[kind];
  const shop = await connected(seller);
  const send = async (order: Parameters<typeof wooOrder>[0]) => {
    const body = JSON.stringify(document(order));
    const answer = await sendTo(shop.id, body, headers(shop.secret, updated, body));
    expect(answer.status, await answer.text()).toBe(200);
    const [delivery] = await allSettled(shop);
    return delivery;
  };
  return { shop, send };
}

async function openOrders({ seller, id }: ConnectedShop): Promise<readonly OpenOrder[]> {
  const path = `/v1/connections/${id}/open-orders`;
  return (await call<{ items: OpenOrder[] }>(seller.readOnly, "GET", path)).body.items;
}

const idsOf = async ({ seller }: ConnectedShop) => {
  const path = "/v1/supply-events?period=2025-Q3";
  const { body } = await call<{ items: { event_id: string }[] }>(seller.readOnly, "GET", path);
  return body.items.map(({ event_id }) => event_id);
};

describe.for(CASES)("a booked order of %s that becomes %s", ([kind, status]) => {
  it("keeps its bookings and is open, until it is paid again", async () => {
    const { shop, send } = await connectedTo(kind);
    expect(await send(ORDER)).toMatchObject({ outcome: "committed" });
    const booked = await idsOf(shop);
    const unpaid = await send({ ...ORDER, status, modified: 60, lines: MORE });
    expect(unpaid?.outcome).toBe("unresolved");
    expect(unpaid?.findings.map(({ reason }) => reason)).toContain(
      status === "partially_paid" ? "partly_paid" : "no_longer_paid",
    );
    expect(await returnLines(shop, "2025-Q3")).toEqual([["FR", 2_000, 8_500, 1_700]]);
    expect(await openOrders(shop)).toMatchObject([
      { order_id: "7", outcome: "unresolved", month: "2025-08", is_booked: true },
    ]);
    await send({ ...ORDER, status: "completed", modified: 120 });
    expect(await openOrders(shop)).toEqual([]);
    expect(await idsOf(shop)).toEqual(booked);
  });
});

it("an order that becomes unpaid after a lock changes nothing that was declared", async () => {
  const { shop, send } = await connectedTo("shopify");
  await send(ORDER);
  await locked(shop.seller, "2025-Q3");
  await send({ ...ORDER, status: "partially_paid", modified: 60, lines: MORE });
  const { body } = await call<{ corrections: unknown[]; late_changes: unknown[] }>(
    shop.seller.readOnly,
    "GET",
    "/v1/returns/union-oss/2025-Q4",
  );
  expect([body.corrections, body.late_changes]).toEqual([[], []]);
  expect(await openOrders(shop)).toMatchObject([{ order_id: "7" }]);
});

it("an order that was never booked and is not paid is left out, and not open", async () => {
  const { shop, send } = await connectedTo("woocommerce");
  expect(await send({ ...ORDER, status: "on-hold" })).toMatchObject({ outcome: "excluded" });
  expect(await openOrders(shop)).toEqual([]);
  expect(await send({ ...ORDER, modified: 60 })).toMatchObject({ outcome: "committed" });
});

it("a person takes an unpaid order back with book, and leaves it booked with settle", async () => {
  const { shop, send } = await connectedTo("woocommerce");
  for (const id of [7, 8]) {
    await send({ ...ORDER, id });
    await send({ ...ORDER, id, status: "failed", modified: 60 });
  }
  const decide = (id: number, decision: string) =>
    call(shop.seller.full, "POST", `/v1/connections/${shop.id}/open-orders/${id}/${decision}`);
  expect((await decide(8, "settle")).status).toBe(200);
  expect((await decide(7, "book")).status).toBe(202);
  await expect.poll(() => openOrders(shop)).toEqual([]);
  expect(await idsOf(shop)).toEqual(["shop:8:goods:2000"]);
});

it("an order that was given back whole and becomes unpaid is done with", async () => {
  const { shop, send } = await connectedTo("shopify");
  const refunds = [{ id: 70, day: "2025-08-20", lines: ORDER.lines }];
  await send(ORDER);
  const back = { ...ORDER, status: "refunded", refunds };
  expect(await send({ ...back, modified: 60 })).toMatchObject({ outcome: "committed" });
  const unpaid = await send({ ...back, status: "pending", modified: 120 });
  expect(unpaid).toMatchObject({ outcome: "excluded" });
  expect(await openOrders(shop)).toEqual([]);
});

it("a cancellation that comes after the news that the order is unpaid leaves nothing open", async () => {
  const { shop, send } = await connectedTo("woocommerce");
  await send(ORDER);
  await send({ ...ORDER, status: "on-hold", modified: 120 });
  expect(await openOrders(shop)).toHaveLength(1);
  expect(await send({ ...ORDER, status: "cancelled", modified: 60 })).toMatchObject({
    outcome: "taken_back",
  });
  expect(await openOrders(shop)).toEqual([]);
});

it("the sale of an unpaid order is reversed when the order is cancelled", async () => {
  const { shop, send } = await connectedTo("woocommerce");
  await send(ORDER);
  await send({ ...ORDER, status: "on-hold", modified: 60 });
  expect(await send({ ...ORDER, status: "cancelled", modified: 120 })).toMatchObject({
    outcome: "taken_back",
  });
  expect(await openOrders(shop)).toEqual([]);
});
