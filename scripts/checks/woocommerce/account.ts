import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "../../local/failure.ts";
import { apiCall } from "../../operate/imports/api-call.ts";
import type { ReachedApi } from "../../operate/imports/reach-api.ts";
import type { Shop } from "./shop.ts";

type ShownFinding = { readonly outcome: string; readonly reason: string; readonly message: string };

export type Delivery = {
  readonly id: string;
  readonly topic: string;
  readonly times: number;
  readonly done_at: string | null;
  readonly order_id: string | null;
  readonly outcome: string | null;
  readonly findings: readonly ShownFinding[];
};

export type OpenOrder = {
  readonly order_id: string;
  readonly is_booked: boolean;
  readonly findings: readonly ShownFinding[];
};

export type LedgerEvent = {
  readonly event_type: string;
  readonly consumption_country: string;
  readonly currency: string;
  readonly taxable_amount_minor: number;
  readonly vat_amount_minor: number;
  readonly vat_rate_bps: number;
  readonly transaction_id: string | null;
};

export type CatchUp = {
  readonly state: string;
  readonly orders: number;
  readonly changed: number;
  readonly taken_back: number;
  readonly not_booked: number;
  readonly done_at: string | null;
  readonly message: string | null;
};

type Connection = {
  readonly id: string;
  readonly path: string;
  readonly catch_up: CatchUp | null;
  readonly fault: unknown;
};

type Page<T> = { readonly items: readonly T[]; readonly next_cursor: string | null };

const POLL_MS = 1_000;

/** Time in which a message of the shop's scheduler must have come. */
const LONGEST_MS = 600_000;

const TOPICS = ["order.created", "order.updated", "order.deleted", "order.restored"];

/** An account that is connected to a shop. */
export class ConnectedAccount {
  readonly api: ReachedApi;
  readonly source: string;
  readonly #shop: Shop;
  #id = "";
  #webhooks: readonly number[] = [];

  constructor(api: ReachedApi, shop: Shop, source: string) {
    this.api = api;
    this.source = source;
    this.#shop = shop;
  }

  /** Connects the shop, gives its keys, and registers the webhooks in the shop. */
  async connect(home: string): Promise<void> {
    await registerSeller(this.api, home);
    const { id, path } = await apiCall<Connection>(this.api, "POST", "/v1/connections", {
      kind: "woocommerce",
      source_id: this.source,
      settings: { dispatch_country: home },
    });
    this.#id = id;
    const { secret } = await this.#post<{ secret: string }>("/secret");
    const { url, ...keys } = this.#shop.keys;
    await this.#post("/access", { address: url, ...keys });
    const webhooks = TOPICS.map((topic) => ({
      name: `${this.source} ${topic}`,
      topic,
      delivery_url: `${this.api.url}${path}`,
      secret,
      status: "active",
    }));
    const made = await this.#shop.create<{ readonly id: number }>("webhooks", webhooks);
    this.#webhooks = made.map((webhook) => webhook.id);
  }

  #post<T>(path: string, body: unknown = {}): Promise<T> {
    return apiCall(this.api, "POST", `/v1/connections/${this.#id}${path}`, body);
  }

  deliveries = () => allItems<Delivery>(this.api, `/v1/connections/${this.#id}/deliveries`);
  openOrders = () => allItems<OpenOrder>(this.api, `/v1/connections/${this.#id}/open-orders`);
  events = () => eventsOf(this.api, this.source);

  async setWebhooks(status: "active" | "paused"): Promise<void> {
    for (const id of this.#webhooks) await this.#shop.ask("PUT", `webhooks/${id}`, { status });
  }

  /** Returns the topics of the webhooks that the shop has switched off. */
  async switchedOff(): Promise<readonly string[]> {
    const webhooks = await Promise.all(
      this.#webhooks.map((id) =>
        this.#shop.ask<{ status: string; topic: string }>("GET", `webhooks/${id}`),
      ),
    );
    return webhooks.flatMap(({ status, topic }) => (status === "disabled" ? [topic] : []));
  }

  async removeWebhooks(): Promise<void> {
    for (const id of this.#webhooks) await this.#shop.ask("DELETE", `webhooks/${id}?force=true`);
  }

  /**
   * Waits until all messages of the shop have come and are booked. Its scheduler delivers them in their order, so a last
   * one is caused by an order that is changed for it.
   */
  async settle(sentinel: number): Promise<void> {
    const isOfSentinel = ({ order_id }: Delivery) => order_id === String(sentinel);
    const before = (await this.deliveries()).filter(isOfSentinel).length;
    await this.#shop.ask("PUT", `orders/${sentinel}`, { customer_note: `after ${before}` });
    for (const begun = Date.now(); Date.now() - begun < LONGEST_MS; await wait(POLL_MS)) {
      const now = await this.deliveries();
      const isLast = now.filter(isOfSentinel).length > before;
      if (isLast && now.every(({ done_at }) => done_at !== null)) return;
    }
    throw new Failure("the shop's scheduler has not delivered its messages: is its cron running?");
  }

  async catchUp(from?: string): Promise<CatchUp> {
    await this.#post("/catch-up", from ? { from } : {});
    for (;;) {
      const shown = await apiCall<Connection>(this.api, "GET", `/v1/connections/${this.#id}`);
      if (shown.catch_up && shown.catch_up.done_at !== null) return shown.catch_up;
      await wait(POLL_MS / 4);
    }
  }
}

export async function registerSeller(api: ReachedApi, home: string): Promise<void> {
  await apiCall(api, "POST", "/v1/tax-registrations", {
    scheme_type: "union_oss",
    member_state_identification: home,
    effective_from: "2021-07-01",
    status: "active",
  });
}

/** Returns all pages of a list of the service. */
export async function allItems<T>(api: ReachedApi, path: string): Promise<readonly T[]> {
  const items: T[] = [];
  const joint = path.includes("?") ? "&" : "?";
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = `${joint}limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const page: Page<T> = await apiCall(api, "GET", `${path}${query}`);
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  return items;
}

export const eventsOf = (api: ReachedApi, source: string) =>
  allItems<LedgerEvent>(api, `/v1/supply-events?source_id=${source}`);
