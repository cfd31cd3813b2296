import { Failure } from "../../local/failure.ts";

/** A tax of a line, by the number of its rate; an empty total means none. */
type ShopTax = { readonly id: number; readonly total: string };

export type ShopLine = {
  readonly id: number;
  readonly total: string;
  readonly total_tax: string;
  readonly taxes: readonly ShopTax[];
  readonly quantity?: number;
  readonly product_id?: number;
  readonly method_id?: string;
  /** Of a refund: the line of the order, under `_refunded_item_id`. */
  readonly meta_data: readonly { readonly key: string; readonly value: unknown }[];
};

type ShopLines = {
  readonly line_items: readonly ShopLine[];
  readonly shipping_lines: readonly ShopLine[];
  readonly fee_lines: readonly ShopLine[];
};

/** The fields of an order of the REST API v3 that the check needs. */
export type ShopOrder = ShopLines & {
  readonly id: number;
  readonly status: string;
  readonly currency: string;
  readonly total: string;
  readonly total_tax: string;
  readonly date_paid: string | null;
  readonly billing: { readonly country: string; readonly postcode: string };
  readonly shipping: { readonly country: string; readonly postcode: string };
  readonly meta_data: readonly { readonly key: string; readonly value: unknown }[];
  readonly tax_lines: readonly {
    readonly rate_id: number;
    readonly rate_code: string;
    readonly rate_percent: number;
    readonly tax_total: string;
    readonly shipping_tax_total: string;
  }[];
};

export type ShopRefund = ShopLines & { readonly id: number; readonly amount: string };

export const linesOfShop = ({ line_items, shipping_lines, fee_lines }: ShopLines) => [
  ...line_items,
  ...shipping_lines,
  ...fee_lines,
];

type Keys = { readonly url: string; readonly key: string; readonly secret: string };

/** Returns the address and keys of the shop from the environment; undefined if they are not set. */
export function shopKeys(): Keys | undefined {
  const url = process.env["WOOCOMMERCE_URL"];
  const key = process.env["WOOCOMMERCE_CONSUMER_KEY"];
  const secret = process.env["WOOCOMMERCE_CONSUMER_SECRET"];
  return url && key && secret ? { url: url.replace(/\/$/, ""), key, secret } : undefined;
}

/** Maximum number of entries of a page, and of the changes of a batch. */
const PAGE = 100;

/** A real WooCommerce, asked by its REST API. */
export class Shop {
  readonly keys: Keys;
  readonly #authorization: string;

  constructor(keys: Keys) {
    this.keys = keys;
    const pair = `${keys.key}:${keys.secret}`;
    this.#authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
  }

  /** @throws Failure with the error of the shop */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.keys.url}/wp-json/wc/v3/${path}`, {
      method,
      headers: { authorization: this.#authorization, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Failure(`the shop: ${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** Returns all pages of a list. */
  async all<T>(path: string): Promise<readonly T[]> {
    const joint = path.includes("?") ? "&" : "?";
    const items: T[] = [];
    for (let page = 1; ; page += 1) {
      const got = await this.ask<T[]>("GET", `${path}${joint}per_page=${PAGE}&page=${page}`);
      items.push(...got);
      if (got.length < PAGE) return items;
    }
  }

  /**
   * Creates entries, as many at once as the shop takes.
   * @throws Failure if the shop refuses one
   */
  async create<T>(path: string, entries: readonly unknown[], atOnce = PAGE): Promise<readonly T[]> {
    const made: (T & { readonly error?: unknown })[] = [];
    for (let at = 0; at < entries.length; at += atOnce) {
      const create = entries.slice(at, at + atOnce);
      const answer = await this.ask<{ create: typeof made }>("POST", `${path}/batch`, { create });
      made.push(...answer.create);
    }
    const refused = made.find(({ error }) => error !== undefined);
    if (refused) throw new Failure(`the shop refused one of ${path}: ${JSON.stringify(refused)}`);
    return made;
  }

  async remove(path: string, ids: readonly number[]): Promise<void> {
    for (let at = 0; at < ids.length; at += PAGE / 2) {
      const some = ids.slice(at, at + PAGE / 2);
      await this.ask("POST", `${path}/batch`, { delete: some });
    }
  }

  async setting(group: string, name: string): Promise<string> {
    const { value } = await this.ask<{ value: string }>("GET", `settings/${group}/${name}`);
    return value;
  }

  async set(group: string, name: string, value: string): Promise<void> {
    await this.ask("PUT", `settings/${group}/${name}`, { value });
  }
}
