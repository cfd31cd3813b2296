import { expect, it } from "vitest";
import type { OpenOrder } from "../../../client/src/eu-vat-client.ts";
import { shopifyHeaders, shopifyOrder, wooHeaders, wooOrder } from "../../make/shop-order.ts";
import { call } from "../../stack/api.ts";
import { newSeller } from "../../stack/seller.ts";
import {
  allSettled,
  connectedShopify,
  connectedWoo,
  returnLines,
  sendTo,
} from "../../stack/shops.ts";

/*
 * The signature of both shops covers the body alone. A header chooses how the body is read, and adds nothing to what was
 * signed.
 */
const SHOPS = [
  {
    kind: "woocommerce",
    connected: connectedWoo,
    document: wooOrder,
    headers: wooHeaders,
    topics: { updated: "order.updated", deleted: "order.deleted" },
  },
  {
    kind: "shopify",
    connected: connectedShopify,
    document: shopifyOrder,
    headers: shopifyHeaders,
    topics: { updated: "orders/updated", deleted: "orders/delete" },
  },
] as const;

const ORDER = { id: 7, lines: [{ net: 10_000, rate: 1_900 }] };
const BOOKED = [["DE", 1_900, 10_000, 1_900]];

it.for(SHOPS)(
  "a signed order of $kind under the topic of a deletion takes nothing back",
  async ({ connected, document, headers, topics }) => {
    const shop = await connected(await newSeller("SE", { establishment_country: "SE" }));
    const send = async (topic: string, content: unknown) => {
      const body = JSON.stringify(content);
      const answer = await sendTo(shop.id, body, headers(shop.secret, topic, body));
      expect(answer.status, await answer.text()).toBe(200);
      return (await allSettled(shop))[0];
    };
    await send(topics.updated, document(ORDER));
    expect(await returnLines(shop)).toEqual(BOOKED);

    expect(await send(topics.deleted, document(ORDER))).toMatchObject({
      topic: topics.deleted,
      outcome: "rejected",
      findings: [{ reason: "body_unreadable" }],
    });
    expect(await returnLines(shop)).toEqual(BOOKED);
    // Nor does the body of a deletion change an order under another topic.
    expect(await send(topics.updated, { id: ORDER.id })).toMatchObject({ outcome: "rejected" });
    expect(await returnLines(shop)).toEqual(BOOKED);

    // Later edits of the order are still booked, and a true deletion reverses its sale.
    const edited = { ...ORDER, modified: 60, lines: [{ net: 8_000, rate: 1_900 }] };
    expect(await send(topics.updated, document(edited))).toMatchObject({ outcome: "adjusted" });
    expect(await send(topics.deleted, { id: ORDER.id })).toMatchObject({ outcome: "taken_back" });
    expect(await returnLines(shop)).toEqual([]);
    const path = `/v1/connections/${shop.id}/open-orders`;
    const open = await call<{ items: OpenOrder[] }>(shop.seller.readOnly, "GET", path);
    expect(open.body.items).toEqual([]);
  },
);
