import { createHmac } from "node:crypto";
import { cartTo } from "../../../integrations/shopware/test/cart.ts";

type Tax = { readonly tax: number; readonly taxRate: number; readonly price: number };

export type Taxes = {
  readonly lineItemTaxes?: Readonly<Record<string, readonly Tax[]>>;
  readonly deliveryTaxes?: Readonly<Record<string, readonly Tax[]>>;
  readonly cartPriceTaxes?: readonly Tax[];
};

type Change = {
  readonly secret?: string | null;
  readonly body?: (text: string) => string;
};

const SHOP_ID = "shop-one";
const SHOP_URL = "https://shop.example.com";

const signed = (text: string, secret: string): string =>
  createHmac("sha256", secret).update(text).digest("hex");

/**
 * Speaks to an app as Shopware does: registration, confirmation and carts are signed, by Node's own HMAC
 * (https://developer.shopware.com/docs/guides/plugins/apps/app-base-guide.html).
 */
export class ShopwareShop {
  readonly #app: string;
  readonly #appSecret: string;
  #secret = "none yet";

  constructor(app: string, appSecret: string) {
    this.#app = app;
    this.#appSecret = appSecret;
  }

  /** Registers, checks the proof of the app, and returns the status. */
  async register({ forged = false } = {}): Promise<number> {
    const query = `shop-id=${SHOP_ID}&shop-url=${encodeURIComponent(SHOP_URL)}&timestamp=1`;
    const text = `shop-id=${SHOP_ID}&shop-url=${SHOP_URL}&timestamp=1`;
    const response = await fetch(`${this.#app}/register?${query}`, {
      headers: {
        "shopware-app-signature": signed(text, forged ? "another" : this.#appSecret),
      },
    });
    if (!response.ok) return response.status;
    const { proof, secret } = await response.json();
    if (proof !== signed(`${SHOP_ID}${SHOP_URL}EuVat`, this.#appSecret)) return 0;
    this.#secret = secret;
    return response.status;
  }

  async confirm({ forged = false } = {}): Promise<number> {
    const body = JSON.stringify({
      shopId: SHOP_ID,
      apiKey: "key",
      secretKey: "secret",
      timestamp: "1",
      shopUrl: SHOP_URL,
    });
    const { status } = await this.#post("/confirm", body, forged ? "another" : this.#secret);
    return status;
  }

  /** Sends a cart, and tells whether the answer has the signature of the app. */
  async taxes(country: string, status: "gross" | "net" = "gross", change: Change = {}) {
    const text = JSON.stringify({
      source: { url: SHOP_URL, shopId: SHOP_ID, appVersion: "0.1.0" },
      ...cartTo(country, status),
    });
    const { secret = this.#secret, body = (same: string) => same } = change;
    const signature = secret === null ? null : signed(text, secret);
    const response = await this.#post("/taxes", body(text), undefined, signature);
    const answer = await response.text();
    const isSigned =
      response.headers.get("shopware-app-signature") === signed(answer, this.#secret);
    return {
      status: response.status,
      isSigned,
      taxes: response.ok ? (JSON.parse(answer) as Taxes) : {},
    };
  }

  #post(path: string, body: string, secret?: string, signature?: string | null): Promise<Response> {
    const own = signature === undefined ? signed(body, secret ?? "") : signature;
    return fetch(`${this.#app}${path}`, {
      method: "POST",
      body,
      headers: {
        "Content-Type": "application/json",
        ...(own !== null && { "shopware-shop-signature": own }),
      },
    });
  }
}
