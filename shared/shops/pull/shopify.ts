import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { dayOf, plusDays } from "../../core/calendar/dates.ts";
import { loopbackAllowed, urlFault } from "../../notifications/webhooks/http-client.ts";
import type { FoundAccessFault, ShopAccess } from "../connections/connection.ts";
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

const VERSION = "2026-07";
const PER_PAGE = 50;

const SCOPE_MISSING = "scope_missing";

/** Days that an app reaches back without the scope `read_all_orders`. */
const REACH_DAYS = 60;

/**
 * Reads orders from the Admin REST API of Shopify. Shopify recommends GraphQL to new apps; the REST API answers
 * orders in the form of its webhooks, which one reader reads, with refunds and their lines.
 */
export const SHOPIFY_PULL: Pull = {
  addressIn: (text = "") => {
    const name = /^(?:https:\/\/)?([a-z0-9][a-z0-9-]*)(?:\.myshopify\.com)?(?:\/.*)?$/i.exec(
      text,
    )?.[1];
    if (name) return { address: `https://${name.toLowerCase()}.myshopify.com` };
    if (loopbackAllowed() && urlFault(text, true) === undefined) {
      return { address: new URL(text).origin };
    }
    return { fault: "must be the domain of the shop, such as my-shop.myshopify.com" };
  },
  key: { form: /^\w{8,100}$/, must: "must be the client id of the app" },
  secret: { form: /^\w{8,100}$/, must: "must be the client secret of the app" },
  read: (order) => messageOf("shopify", "orders/updated", order),
  open: openShopify,
};

async function openShopify(access: ShopAccess, now: Date): Promise<ShopSession> {
  const { token, scopes } = await tokenOf(access, now);
  if (!scopes.includes("read_orders")) {
    throw new PullFault("pull_rejected", "the app has no scope read_orders");
  }
  const ask: ShopCall = async (path, query) => {
    const url = `${access.address}/admin/api/${VERSION}/${path}?${new URLSearchParams(query)}`;
    const headers = { accept: "application/json", "x-shopify-access-token": token };
    const answer = await requestShop({ url, method: "GET", headers }).catch((error: unknown) => {
      // The token was withdrawn, or its scopes: the next try asks for another one.
      if (error instanceof PullFault && error.code === "pull_rejected") forget(access);
      throw error;
    });
    await pause(restAfter(answer) * 1000);
    return answer;
  };
  return {
    modifiedSince: (place) => modifiedSince(ask, place),
    order: async (id) => Order.safeParse((await ask(`orders/${id}.json`, {})).body).data?.order,
    refundsOf: async () => [],
    present: async (ids) => {
      const limit = String(ids.length);
      const query = { ids: ids.join(","), status: "any", fields: "id", limit };
      return new Set(ordersIn(await ask("orders.json", query)).map(idOf));
    },
    isGone: async (id) => (await ask(`orders/${id}.json`, { fields: "id" })).status === 404,
    limit: scopes.includes("read_all_orders") ? undefined : limitOn(now),
  };
}

const Order = z.object({ order: z.unknown() });
const Orders = z.object({ orders: z.array(z.unknown()) });

const idOf = (order: unknown): string => String((order as { id?: unknown } | null)?.id);

const limitOn = (now: Date): FoundAccessFault => ({
  code: SCOPE_MISSING,
  message: "the app has no scope read_all_orders",
  reaches_back_to: plusDays(dayOf(now), -REACH_DAYS),
});

/** @throws PullFault if an answer is no list of orders */
function ordersIn({ body }: ShopResponse): readonly unknown[] {
  const read = Orders.safeParse(body);
  if (read.success) return read.data.orders;
  throw new PullFault("pull_failed", "the shop answered with something else than orders");
}

/** Reads a page of modified orders. The token of a page holds its place, whatever changes meanwhile. */
async function modifiedSince(ask: ShopCall, { after, page }: ListPlace): Promise<OrderPage> {
  const limit = String(PER_PAGE);
  const answer = await ask(
    "orders.json",
    page === undefined
      ? { status: "any", updated_at_min: after, order: "updated_at asc", limit }
      : { page_info: page, limit },
  );
  const next = nextPage(answer.headers["link"]);
  return { orders: ordersIn(answer), next: next === undefined ? undefined : { after, page: next } };
}

/** Returns the token of the next page. Only the token is taken from the link, so that no other host is asked. */
function nextPage(link: string | string[] | undefined): string | undefined {
  const [, url] = /<([^>]+)>\s*;\s*rel="next"/.exec(String(link ?? "")) ?? [];
  return url && URL.canParse(url)
    ? (new URL(url).searchParams.get("page_info") ?? undefined)
    : undefined;
}

/** Share of the shop's bucket up to which requests follow each other at once. */
const CALM = 0.5;
/** Seconds in which a full bucket runs out. */
const EMPTY_SECONDS = 20;

/** Returns the seconds until the bucket of the shop's limit is half empty again: others use the shop as well. */
function restAfter({ headers }: ShopResponse): number {
  const text = String(headers["x-shopify-shop-api-call-limit"] ?? "");
  const [used = 0, size = 0] = text.split("/").map(Number);
  const share = size > 0 ? used / size : 0;
  return share > CALM ? (share - CALM) * EMPTY_SECONDS : 0;
}

const Token = z.object({
  access_token: z.string(),
  scope: z.string().default(""),
  expires_in: z.number().default(86_399),
});

type KnownToken = { readonly token: string; readonly scopes: string[]; readonly until: number };

/** Tokens of this process. A token holds for a day; another process asks for its own. */
const tokens = new Map<string, KnownToken>();
const MOST_TOKENS = 1_000;

/** A token is replaced so long before its end. */
const EARLY_MS = 30 * 60_000;
/** A token is used for at most an hour, so that scopes that were added or withdrawn are seen. */
const LONGEST_MS = 60 * 60_000;

const nameOf = (access: ShopAccess): string =>
  createHash("sha256").update(JSON.stringify(access)).digest("hex");

const forget = (access: ShopAccess): boolean => tokens.delete(nameOf(access));

/** Returns a token of the client credentials grant, which takes the place of keys that an admin has made. */
async function tokenOf(access: ShopAccess, now: Date): Promise<KnownToken> {
  const name = nameOf(access);
  const known = tokens.get(name);
  if (known && known.until > now.getTime()) return known;
  const { body } = await requestShop({
    url: `${access.address}/admin/oauth/access_token`,
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: access.key ?? "",
      client_secret: access.secret,
    }).toString(),
  }).catch(asRejected);
  const read = Token.safeParse(body);
  if (!read.success) throw new PullFault("pull_failed", "the shop answered without a token");
  const { access_token: token, scope, expires_in } = read.data;
  const lasts = Math.min(expires_in * 1000 - EARLY_MS, LONGEST_MS);
  const fresh = { token, scopes: scope.split(/[\s,]+/), until: now.getTime() + lasts };
  if (tokens.size >= MOST_TOKENS) tokens.clear();
  tokens.set(name, fresh);
  return fresh;
}

/** Wrong client credentials are answered with 400. */
function asRejected(error: unknown): never {
  if (error instanceof PullFault && error.message.endsWith("400")) {
    throw new PullFault("pull_rejected", "the shop has not accepted client id and client secret");
  }
  throw error;
}
