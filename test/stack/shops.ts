import { expect, inject } from "vitest";
import type { Connection, InboundDelivery, OpenOrder } from "../../client/src/eu-vat-client.ts";
import { type ShopOrder, wooHeaders, wooOrder } from "../make/shop-order.ts";
import { stripeHeaders } from "../make/stripe-document.ts";
import { type Account, call } from "./api.ts";
import { lookUntil } from "./look-until.ts";

/** A shop that is connected to an account. */
export type ConnectedShop = {
  readonly seller: Account;
  readonly id: string;
  readonly secret: string;
};

export async function connectedWoo(
  seller: Account,
  more: Readonly<Record<string, unknown>> = {},
): Promise<ConnectedShop> {
  const { body: made } = await call<{ id: string }>(seller.full, "POST", "/v1/connections", {
    kind: "woocommerce",
    source_id: "shop",
    settings: { dispatch_country: "SE" },
    ...more,
  });
  const { body } = await call<{ secret: string }>(
    seller.full,
    "POST",
    `/v1/connections/${made.id}/secret`,
  );
  return { seller, id: made.id, secret: body.secret };
}

const STRIPE_SECRET = "whsec_0123456789abcdef0123456789abcdef";

export async function connectedStripe(
  seller: Account,
  settings: Readonly<Record<string, unknown>> = { establishment_country: "SE" },
): Promise<ConnectedShop> {
  const { body: made } = await call<{ id: string }>(seller.full, "POST", "/v1/connections", {
    kind: "stripe",
    source_id: "stripe",
    settings,
  });
  await call(seller.full, "POST", `/v1/connections/${made.id}/secret`, { secret: STRIPE_SECRET });
  return { seller, id: made.id, secret: STRIPE_SECRET };
}

const SHOPIFY_SECRET = "shpss_0123456789abcdef0123456789abcdef";

export async function connectedShopify(seller: Account): Promise<ConnectedShop> {
  const { body: made } = await call<{ id: string }>(seller.full, "POST", "/v1/connections", {
    kind: "shopify",
    source_id: "shopify",
    settings: { dispatch_country: "SE" },
  });
  await call(seller.full, "POST", `/v1/connections/${made.id}/secret`, { secret: SHOPIFY_SECRET });
  return { seller, id: made.id, secret: SHOPIFY_SECRET };
}

/** Sends an event of Stripe, signed now, and answers the status. */
export async function sendStripe({ id, secret }: ConnectedShop, event: unknown): Promise<number> {
  const body = JSON.stringify(event);
  const answer = await sendTo(id, body, stripeHeaders(secret, body, new Date()));
  await answer.arrayBuffer();
  return answer.status;
}

/** The lines of the return of a quarter: Member State, rate, taxable amount, VAT. */
export async function returnLines({ seller }: ConnectedShop, period = "2026-Q4") {
  const { body } = await call<{ rows: Record<string, unknown>[] }>(
    seller.readOnly,
    "GET",
    `/v1/returns/union-oss/${period}`,
  );
  return body.rows.map((row) => [
    row["member_state_of_consumption"],
    row["vat_rate_bps"],
    row["taxable_amount_minor"],
    row["vat_amount_minor"],
  ]);
}

/** Sends bytes to a connection, as a shop does. */
export async function sendTo(
  id: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  return fetch(`${inject("stack").url}/v1/inbound/${id}`, { method: "POST", body, headers });
}

/** Sends a message of WooCommerce, and answers the status. */
export async function sendWoo(
  { id, secret }: ConnectedShop,
  topic: string,
  content: unknown,
): Promise<number> {
  const body = JSON.stringify(content);
  const answer = await sendTo(id, body, wooHeaders(secret, topic, body));
  await answer.arrayBuffer();
  return answer.status;
}

export const sendOrder = (shop: ConnectedShop, order: ShopOrder, topic = "order.updated") =>
  sendWoo(shop, topic, wooOrder(order));

/** A catch-up as the connection shows it. */
type CatchUp = NonNullable<Connection["catch_up"]>;

/** Gives a connection access to a shop on this machine. */
export async function giveAccess(
  { seller, id }: Pick<ConnectedShop, "seller" | "id">,
  shop: { readonly url: string },
  keys: { readonly key?: string; readonly secret: string },
): Promise<Connection> {
  const body = { address: shop.url, ...keys };
  const answer = await call<Connection>(seller.full, "POST", `/v1/connections/${id}/access`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** Catches a connection up, and returns the connection when that is over. */
export async function caughtUp(
  { seller, id }: Pick<ConnectedShop, "seller" | "id">,
  body: Readonly<Record<string, unknown>> = {},
): Promise<Connection & { readonly catch_up: CatchUp }> {
  const path = `/v1/connections/${id}`;
  const begun = await call(seller.full, "POST", `${path}/catch-up`, body);
  expect(begun.status, begun.text).toBe(202);
  return lookUntil(async () => {
    const { body: shown } = await call<Connection>(seller.readOnly, "GET", path);
    const { catch_up } = shown;
    return catch_up && catch_up.done_at !== null ? { ...shown, catch_up } : undefined;
  });
}

/** Lists all that a connection has in one of its lists. */
async function allOf<Item>({ seller, id }: ConnectedShop, list: string): Promise<Item[]> {
  type Page = { items: Item[]; next_cursor: string | null };
  const found: Item[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = `limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const path = `/v1/connections/${id}/${list}?${query}`;
    const { body }: { body: Page } = await call<Page>(seller.readOnly, "GET", path);
    found.push(...body.items);
    cursor = body.next_cursor;
  }
  return found;
}

export const openOrdersOf = (shop: ConnectedShop) => allOf<OpenOrder>(shop, "open-orders");

/** Waits until every message of a connection is done, and returns them, the newest first. */
export async function allSettled(shop: ConnectedShop): Promise<InboundDelivery[]> {
  return lookUntil(async () => {
    const deliveries = await allOf<InboundDelivery>(shop, "deliveries");
    return deliveries.every(({ done_at }) => done_at !== null) ? deliveries : undefined;
  });
}
