import * as z from "zod";
import { loopbackAllowed, urlFault } from "../../notifications/webhooks/http-client.ts";
import type { ShopAccess } from "../connections/connection.ts";
import { messageOf } from "../connections/messages.ts";
import {
  type ListPlace,
  type OrderPage,
  type Pull,
  PullFault,
  requestShop,
  type ShopCall,
  type ShopResponse,
  type ShopSession,
} from "./ask-shop.ts";

/** Orders of a page. The shop builds each one from many rows, so that a full page of 100 takes long on a small machine. */
const PER_PAGE = 50;

/** Reads orders from the REST API v3 of WooCommerce, from version 5.8 on. */
export const WOO_PULL: Pull = {
  addressIn: (text = "") => {
    const fault = urlFault(text, loopbackAllowed());
    if (fault) return { fault };
    const { origin, pathname } = new URL(text);
    return { address: `${origin}${pathname.replace(/\/(wp-json|wp-admin)\b.*$|\/$/, "")}` };
  },
  key: { form: /^ck_\w{10,100}$/, must: "must be the consumer key, which begins with ck_" },
  secret: { form: /^cs_\w{10,100}$/, must: "must be the consumer secret, which begins with cs_" },
  read: (order) => messageOf("woocommerce", "order.updated", order),
  open: async (access) => openWoo(access),
};

function openWoo({ address, key, secret }: ShopAccess): ShopSession {
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;
  const ask: ShopCall = (path, query) =>
    requestShop({
      url: `${address}/wp-json/wc/v3/${path}?${new URLSearchParams(query)}`,
      method: "GET",
      headers: { accept: "application/json", authorization },
    });
  return {
    modifiedSince: (place) => modifiedSince(ask, place),
    order: async (id) => found(await ask(`orders/${id}`, {}))?.body,
    refundsOf: (order) => refundsOf(ask, order),
    present: async (ids) => {
      const query = { include: ids.join(","), per_page: String(ids.length), _fields: "id" };
      return new Set(listIn(await ask("orders", query)).map(idOf));
    },
    isGone: async (id) => {
      const answer = found(await ask(`orders/${id}`, { _fields: "id,status" }));
      return !answer || Status.safeParse(answer.body).data?.status === "trash";
    },
    disabledWebhooks: (path) => disabledWebhooks(ask, path),
    limit: undefined,
  };
}

const Webhook = z.object({ status: z.string(), topic: z.string(), delivery_url: z.string() });

/** Maximum number of webhooks of a page, and more than a shop has. */
const MOST_WEBHOOKS = "100";

/** Reads the webhooks that WooCommerce has switched off after failures. Without the right to read them, none is known. */
async function disabledWebhooks(ask: ShopCall, path: string): Promise<readonly string[]> {
  const answer = await ask("webhooks", { per_page: MOST_WEBHOOKS }).catch((error: unknown) => {
    if (error instanceof PullFault && error.code === "pull_rejected") return undefined;
    throw error;
  });
  const webhooks = z.array(Webhook).safeParse(answer?.body).data ?? [];
  return webhooks
    .filter(({ status, delivery_url }) => status !== "active" && delivery_url.includes(path))
    .map(({ topic }) => topic);
}

const Status = z.object({ status: z.string() });

/** Returns an answer; undefined if there is no such order. Without the API, the whole address is unknown. */
function found(answer: ShopResponse): ShopResponse | undefined {
  if (answer.status !== 404) return answer;
  if (Unknown.safeParse(answer.body).success) return undefined;
  throw noApi();
}

const Unknown = z.object({ code: z.literal("woocommerce_rest_shop_order_invalid_id") });

const noApi = () =>
  new PullFault("pull_failed", "the shop answered 404: check its address and its permalinks", {
    isLasting: true,
  });

/** @throws PullFault if an answer is no list */
function listIn({ status, body }: ShopResponse): readonly unknown[] {
  if (status === 404) throw noApi();
  if (Array.isArray(body)) return body;
  throw new PullFault("pull_failed", "the shop answered with something else than orders");
}

const idOf = (order: unknown): string => String((order as { id?: unknown } | null)?.id);

/**
 * Reads a page of modified orders, the oldest change first. Pages are counted anew from the last instant that was seen:
 * an order that changes meanwhile moves to the end of the list, and each one behind it to an earlier page, so that pages
 * with fixed numbers would miss some. Only orders of one second are told apart by the number of the page.
 */
async function modifiedSince(ask: ShopCall, { after, page = "1" }: ListPlace): Promise<OrderPage> {
  const answer = await ask("orders", {
    // The filter excludes the instant itself, and dates of WooCommerce have no fractions.
    modified_after: secondBefore(after),
    dates_are_gmt: "true",
    orderby: "modified",
    order: "asc",
    per_page: String(PER_PAGE),
    page,
  });
  const orders = listIn(answer);
  const pages = Number(answer.headers["x-wp-totalpages"]);
  const isLast = Number.isNaN(pages) ? orders.length < PER_PAGE : Number(page) >= pages;
  if (isLast || orders.length === 0) return { orders, next: undefined };
  const last = WOO_PULL.read(orders.at(-1));
  const reached = last?.is === "order" ? last.modified_at : after;
  const next = reached > after ? { after: reached } : { after, page: String(Number(page) + 1) };
  return { orders, next };
}

const secondBefore = (instant: string): string =>
  new Date(Date.parse(instant) - 1_000).toISOString().slice(0, 19);

const WithRefunds = z.object({
  id: z.union([z.int(), z.string()]),
  refunds: z.array(z.unknown()).default([]),
});

/** Refunds of an order. One with more is no order of a shop. */
const MOST_REFUNDS = 100;

async function refundsOf(ask: ShopCall, order: unknown): Promise<readonly unknown[]> {
  const { id, refunds } = WithRefunds.parse(order);
  if (refunds.length === 0) return [];
  return listIn(await ask(`orders/${id}/refunds`, { per_page: String(MOST_REFUNDS) }));
}
