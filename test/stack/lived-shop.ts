import { expect } from "vitest";
import type { Connection, InboundDelivery, OpenOrder } from "../../client/src/eu-vat-client.ts";
import type { HistoryKind, ShopMessage, ShopSums } from "../make/shop-history.ts";
import { shopifyHeaders, wooHeaders } from "../make/shop-order.ts";
import { callAt } from "./api.ts";
import { areDoneSince } from "./books-of-shop.ts";
import { lookUntil } from "./look-until.ts";
import { SHOPIFY_KEYS, type ShopServer, WOO_KEYS } from "./shop-server.ts";

/** Where a service is, and the full key of a seller. */
export type Service = { readonly url: string; readonly key: string };

const SECRET = "a-secret-of-the-shop";

const SETTINGS = {
  woocommerce: { dispatch_country: "SE" },
  shopify: { shipped_kind: "goods", unshipped_kind: "goods", dispatch_country: "SE" },
} as const;
const HEADERS = { woocommerce: wooHeaders, shopify: shopifyHeaders } as const;
const KEYS = { woocommerce: WOO_KEYS, shopify: SHOPIFY_KEYS } as const;

/** A shop with a history, connected to an account. */
export class LivedShop {
  readonly kind: HistoryKind;
  readonly server: ShopServer;
  readonly id: string;
  /** Another one after a restart. */
  service: Service;

  private constructor(kind: HistoryKind, server: ShopServer, service: Service, id: string) {
    this.kind = kind;
    this.server = server;
    this.service = service;
    this.id = id;
  }

  static async connected(
    kind: HistoryKind,
    server: ShopServer,
    service: Service,
    on_edit: Connection["on_edit"] = "adjust",
  ) {
    const body = { kind, source_id: "lived", settings: SETTINGS[kind], on_edit };
    const { url, key } = service;
    const made = await callAt<Connection>(url, key, "POST", "/v1/connections", body);
    expect(made.status, made.text).toBe(201);
    const { id } = made.body;
    await callAt(url, key, "POST", `/v1/connections/${id}/secret`, { secret: SECRET });
    return new LivedShop(kind, server, service, id);
  }

  ask<Body>(method: "GET" | "POST", path: string, body?: unknown) {
    const { url, key } = this.service;
    return callAt<Body>(url, key, method, `/v1/connections/${this.id}${path}`, body);
  }

  /** Sends messages, some at once, and waits until all of them are booked. */
  async deliver(messages: readonly ShopMessage[]): Promise<void> {
    const left = [...messages];
    const sender = async () => {
      for (let one = left.pop(); one; one = left.pop()) await this.#send(one);
    };
    await Promise.all(Array.from({ length: 8 }, sender));
    await this.quiet();
  }

  /** Sends a message as a shop does: again, while the service is busy. */
  async #send(message: ShopMessage): Promise<void> {
    const { topic, content } = message;
    const body = JSON.stringify(content);
    const headers = HEADERS[this.kind](SECRET, topic, body);
    const address = `${this.service.url}/v1/inbound/${this.id}`;
    const answer = await fetch(address, { method: "POST", body, headers });
    if (answer.status === 503) return this.#send(message);
    expect(answer.status, await answer.text()).toBe(200);
    return undefined;
  }

  async deliveries(): Promise<InboundDelivery[]> {
    type Page = { items: InboundDelivery[]; next_cursor: string | null };
    const found: InboundDelivery[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query: string = `limit=200${cursor && `&cursor=${cursor}`}`;
      const { body } = await this.ask<Page>("GET", `/deliveries?${query}`);
      found.push(...body.items);
      cursor = body.next_cursor;
    }
    return found;
  }

  async giveAccess(): Promise<void> {
    const body = { address: this.server.url, ...KEYS[this.kind] };
    const { status, text } = await this.ask("POST", "/access", body);
    expect(status, text).toBe(200);
  }

  async beginCatchUp(): Promise<void> {
    const { status, text } = await this.ask("POST", "/catch-up", { from: "2026-10-01" });
    expect(status, text).toBe(202);
  }

  async catchUp(): Promise<NonNullable<Connection["catch_up"]>> {
    const { body } = await this.ask<Connection>("GET", "");
    if (!body.catch_up) throw new Error("nothing was caught up");
    return body.catch_up;
  }

  async overCatchUp() {
    return lookUntil(async () => {
      const shown = await this.catchUp();
      return shown.done_at === null ? undefined : shown;
    });
  }

  async openOrders(): Promise<OpenOrder[]> {
    type Page = { items: OpenOrder[]; next_cursor: string | null };
    const found: OpenOrder[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query: string = `limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const { body } = await this.ask<Page>("GET", `/open-orders?${query}`);
      found.push(...body.items);
      cursor = body.next_cursor;
    }
    return found;
  }

  decide(order_id: string, decision: "book" | "settle") {
    return this.ask<OpenOrder>("POST", `/open-orders/${order_id}/${decision}`);
  }

  /** Waits until every message is booked, and those of some orders again since an instant. */
  async quiet(again: readonly string[] = [], since = ""): Promise<void> {
    await lookUntil(async () => {
      const deliveries = await this.deliveries();
      const areDone = deliveries.every(({ done_at }) => done_at !== null);
      return (areDone && areDoneSince(again, since, deliveries)) || undefined;
    });
  }

  /** The sums of the return, by country and rate. */
  async sums(): Promise<ShopSums> {
    const { url, key } = this.service;
    const path = "/v1/returns/union-oss/2026-Q4";
    type Row = {
      member_state_of_consumption: string;
      vat_rate_bps: number;
      taxable_amount_minor: number;
      vat_amount_minor: number;
    };
    const { body } = await callAt<{ rows: Row[] }>(url, key, "GET", path);
    return Object.fromEntries(
      body.rows.map((row) => [
        `${row.member_state_of_consumption} ${row.vat_rate_bps}`,
        [row.taxable_amount_minor, row.vat_amount_minor],
      ]),
    );
  }
}
