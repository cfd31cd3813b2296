import type { IncomingMessage, ServerResponse } from "node:http";
import {
  modifiedAt,
  type ShopOrder,
  shopifyOrder,
  wooOrder,
  wooRefund,
} from "../make/shop-order.ts";
import { startServer } from "./loopback-server.ts";

/** How a request fails once, before the server answers again: with a status and headers, or without any answer. */
export type Hiccup =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | "broken";

/** An answer of the shop. */
type Answer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** A shop on loopback that speaks the documented API of its system, for what a catch-up asks. */
export type ShopServer = {
  readonly url: string;
  /** The orders that the shop has, by id. One with the status `trash` is in no list. */
  readonly orders: Map<number, ShopOrder>;
  /** The documents and events of Stripe, each list the newest first, and the webhooks of WooCommerce, by their names. */
  readonly lists: Map<string, readonly Readonly<Record<string, unknown>>[]>;
  /** What the next requests meet, in order. */
  readonly hiccups: Hiccup[];
  /** The requests that were answered: their paths with the query. */
  readonly asked: string[];
  /** Milliseconds before each answer. */
  slow: number;
  /** What the keys may do. */
  scopes: string;
  /** Called before each answer. */
  onRequest: (path: string) => void;
  readonly close: () => Promise<void>;
};

export const WOO_KEYS = { key: `ck_${"a".repeat(40)}`, secret: `cs_${"b".repeat(40)}` };
export const SHOPIFY_KEYS = { key: "c".repeat(32), secret: `shpss_${"d".repeat(32)}` };

type Speak = (shop: ShopServer, request: URL, incoming: IncomingMessage, body: string) => Answer;

async function startShop(speak: Speak): Promise<ShopServer> {
  const { url, close } = await startServer((incoming, response) => {
    answer(shop, speak, incoming, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  const shop: ShopServer = {
    url,
    orders: new Map(),
    lists: new Map(),
    hiccups: [],
    asked: [],
    slow: 0,
    scopes: "read_orders,read_all_orders",
    onRequest: () => {},
    close,
  };
  return shop;
}

async function answer(
  shop: ShopServer,
  speak: Speak,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks = await Array.fromAsync(incoming as AsyncIterable<Buffer>);
  const url = new URL(incoming.url ?? "", shop.url);
  shop.onRequest(`${url.pathname}${url.search}`);
  const hiccup = shop.hiccups.shift();
  if (hiccup === "broken") {
    incoming.socket.destroy();
    return;
  }
  if (hiccup) {
    response.writeHead(hiccup.status, hiccup.headers).end("<html>not now</html>");
    return;
  }
  if (shop.slow > 0) await new Promise((over) => setTimeout(over, shop.slow));
  shop.asked.push(`${url.pathname}${url.search}`);
  const {
    status = 200,
    headers = {},
    body,
  } = speak(shop, url, incoming, Buffer.concat(chunks).toString());
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify(body));
}

const listed = ({ orders }: ShopServer) =>
  [...orders.values()].filter(({ status }) => status !== "trash");

const placeOf = (order: ShopOrder): string =>
  `${modifiedAt(order)}#${String(order.id).padStart(12, "0")}`;

/** Sorts orders by their last change; each place is computed once, for a shop of tens of thousands. */
const byModified = (orders: readonly ShopOrder[]) =>
  orders
    .map((order) => ({ order, place: placeOf(order) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1));

/** Starts a shop of WooCommerce, whose API refuses what it does not know. */
export const startWooShop = (): Promise<ShopServer> => startShop(speakWoo);

const wooError = (status: number, code: string): Answer => ({
  status,
  body: { code, message: code, data: { status } },
});

const speakWoo: Speak = (shop, { pathname, searchParams: query }, { headers }) => {
  const expected = Buffer.from(`${WOO_KEYS.key}:${WOO_KEYS.secret}`).toString("base64");
  if (headers.authorization !== `Basic ${expected}`) {
    return wooError(401, "woocommerce_rest_cannot_view");
  }
  const [, id, refunds] =
    /^\/wp-json\/wc\/v3\/orders(?:\/(\d+))?(\/refunds)?$/.exec(pathname) ?? [];
  if (pathname === "/wp-json/wc/v3/webhooks") return { body: shop.lists.get("webhooks") ?? [] };
  if (!pathname.startsWith("/wp-json/wc/v3/orders")) return wooError(404, "rest_no_route");
  if (id === undefined) return wooList(shop, query);
  const order = shop.orders.get(Number(id));
  if (!order) return wooError(404, "woocommerce_rest_shop_order_invalid_id");
  if (refunds) return { body: (order.refunds ?? []).map((refund) => wooRefund(order, refund)) };
  return { body: wooOrder(order) };
};

function wooList(shop: ShopServer, query: URLSearchParams): Answer {
  const perPage = Number(query.get("per_page") ?? 10);
  if (perPage > 100) return wooError(400, "rest_invalid_param");
  const after = query.get("modified_after");
  if (after && query.get("dates_are_gmt") !== "true") return wooError(400, "site_time_zone_meant");
  const ids = query.get("include")?.split(",").map(Number);
  const some = listed(shop).filter(({ id }) => !ids || ids.includes(id));
  const found = byModified(some)
    .filter(({ place }) => !after || place.slice(0, 19) > after)
    .map(({ order }) => order);
  if (query.get("orderby") !== "modified") found.sort((a, b) => b.id - a.id);
  const page = Number(query.get("page") ?? 1);
  const paged = found.slice((page - 1) * perPage, page * perPage);
  const isShort = query.get("_fields") === "id";
  return {
    headers: {
      "x-wp-total": String(found.length),
      "x-wp-totalpages": String(Math.ceil(found.length / perPage)),
    },
    body: paged.map((shopOrder) => (isShort ? { id: shopOrder.id } : wooOrder(shopOrder))),
  };
}

/** Starts a shop of Shopify: client credentials, pages by a token, and the fill of its bucket in a header. */
export const startShopifyShop = (): Promise<ShopServer> => startShop(speakShopify);

const TOKEN = "shpat_of-the-test";

const speakShopify: Speak = (shop, { pathname, searchParams: query }, { headers }, body) => {
  if (pathname === "/admin/oauth/access_token") return shopifyToken(shop, body);
  if (headers["x-shopify-access-token"] !== TOKEN) {
    return { status: 401, body: { errors: "[API] Invalid API key or access token" } };
  }
  const [, id] = /^\/admin\/api\/\d{4}-\d{2}\/orders\/(\d+)\.json$/.exec(pathname) ?? [];
  if (id !== undefined) {
    const order = shop.orders.get(Number(id));
    return order ? { body: { order: shopifyOrder(order) } } : NOT_FOUND;
  }
  return /^\/admin\/api\/\d{4}-\d{2}\/orders\.json$/.test(pathname)
    ? shopifyList(shop, query)
    : NOT_FOUND;
};

const NOT_FOUND: Answer = { status: 404, body: { errors: "Not Found" } };

function shopifyToken({ scopes }: ShopServer, body: string): Answer {
  const given = Object.fromEntries(new URLSearchParams(body));
  const isRight =
    given["grant_type"] === "client_credentials" &&
    given["client_id"] === SHOPIFY_KEYS.key &&
    given["client_secret"] === SHOPIFY_KEYS.secret;
  return isRight
    ? { body: { access_token: TOKEN, scope: scopes, expires_in: 86_399 } }
    : { status: 400, body: { error: "invalid_client" } };
}

function shopifyList(shop: ShopServer, query: URLSearchParams): Answer {
  const limit = Number(query.get("limit") ?? 50);
  const ids = query.get("ids")?.split(",").map(Number);
  const token = query.get("page_info");
  // Shopify answers 400 if anything but the limit stands beside the token.
  if (token && [...query.keys()].some((name) => !["page_info", "limit"].includes(name))) {
    return { status: 400, body: { errors: "page_info" } };
  }
  const [since = "", last = ""] = token
    ? atob(token).split("|")
    : [query.get("updated_at_min") ?? ""];
  const orders = byModified(listed(shop).filter(({ id }) => !ids || ids.includes(id)))
    .filter(({ place }) => place >= since && place > last)
    .map(({ order }) => order);
  const page = orders.slice(0, limit);
  const end = page.at(-1);
  const next = btoa(`${since}|${end ? placeOf(end) : ""}`);
  const link = `<${shop.url}/admin/api/2026-07/orders.json?limit=${limit}&page_info=${next}>; rel="next"`;
  return {
    headers: {
      "x-shopify-shop-api-call-limit": "2/40",
      ...(orders.length > limit ? { link } : {}),
    },
    body: {
      orders:
        query.get("fields") === "id" ? page.map(({ id }) => ({ id })) : page.map(shopifyOrder),
    },
  };
}

export const STRIPE_KEYS = { secret: `rk_live_${"e".repeat(24)}` };

/** Starts Stripe: lists that are paged by the last id, the newest first. */
export const startStripe = (): Promise<ShopServer> => startShop(speakStripe);

const speakStripe: Speak = (shop, { pathname, searchParams: query }, { headers }) => {
  if (headers.authorization !== `Bearer ${STRIPE_KEYS.secret}`) {
    return { status: 401, body: { error: { type: "invalid_request_error" } } };
  }
  const list = shop.lists.get(pathname.replace("/v1/", ""));
  if (!list || !headers["stripe-version"]) {
    return { status: 404, body: { error: { type: "invalid_request_error" } } };
  }
  const since = Number(query.get("created[gte]") ?? 0);
  const types = [...query].filter(([name]) => name.startsWith("types[")).map(([, type]) => type);
  const found = list
    .filter((one) => Number(one["created"]) >= since)
    .filter((one) => types.length === 0 || types.includes(String(one["type"])));
  const after = query.get("starting_after");
  const begin = after ? found.findIndex((one) => one["id"] === after) + 1 : 0;
  // Few documents make several pages, too.
  const page = found.slice(begin, begin + (found.length > 20 ? Number(query.get("limit")) : 2));
  return { body: { object: "list", data: page, has_more: begin + page.length < found.length } };
};
