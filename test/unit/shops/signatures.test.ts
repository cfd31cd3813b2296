import { createHmac } from "node:crypto";
import { shopifyApi } from "@shopify/shopify-api";
import "@shopify/shopify-api/adapters/node";
import { describe, expect, it } from "vitest";
import { isSigned } from "../../../shared/shops/connections/messages.ts";

const SECRET = "shpss_0123456789abcdef0123456789abcdef";
const NOW = new Date("2026-10-05T12:00:00Z");
const BODY = new TextEncoder().encode('{"id":1,"name":"Zoë"}');

const mac = (secret: string, body: Uint8Array | string) =>
  createHmac("sha256", secret).update(body);
const base64 = (secret: string, body: Uint8Array = BODY) => mac(secret, body).digest("base64");
const woo = (signature: string | undefined, body = BODY, secrets = [SECRET]) =>
  isSigned("woocommerce", { headers: { "x-wc-webhook-signature": signature }, body }, secrets, NOW);
const shopify = (signature: string | undefined, body = BODY, secrets = [SECRET]) =>
  isSigned("shopify", { headers: { "x-shopify-hmac-sha256": signature }, body }, secrets, NOW);
describe("a message that the shop has signed", () => {
  it("is accepted under the secret, and under the former one", () => {
    for (const secrets of [[SECRET], ["new-secret-0000", SECRET]]) {
      expect(woo(base64(SECRET), BODY, secrets)).toBe(true);
      expect(shopify(base64(SECRET), BODY, secrets)).toBe(true);
    }
  });

  it("of WooCommerce is signed as its source has it: base64 of HMAC-SHA256 over the body, keyed with the secret", () => {
    // wc_webhook: base64_encode( hash_hmac( 'sha256', $payload, wp_specialchars_decode( $this->get_secret(), ENT_QUOTES ), true ) )
    const payload = new TextEncoder().encode('{"action":"woocommerce_order_status_processing"}');
    expect(woo(base64("secret", payload), payload, ["secret"])).toBe(true);
  });

  it("is accepted by Shopify's own library too", async () => {
    const api = shopifyApi({
      apiKey: "key",
      apiSecretKey: SECRET,
      apiVersion: "2026-07" as never,
      hostName: "vat.example",
      isEmbeddedApp: false,
      logger: { log: () => undefined },
    });
    const rawBody = new TextDecoder().decode(BODY);
    const check = await api.webhooks.validate({
      rawBody,
      rawRequest: {
        headers: {
          "x-shopify-hmac-sha256": base64(SECRET),
          "x-shopify-topic": "orders/create",
          "x-shopify-shop-domain": "shop.myshopify.com",
          "x-shopify-api-version": "2026-07",
          "x-shopify-webhook-id": "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043",
        },
      } as never,
    });
    expect(check.valid).toBe(true);
    expect(shopify(base64(SECRET))).toBe(true);
  });
});

describe("a forgery", () => {
  const other = new TextEncoder().encode('{"id":2,"name":"Zoë"}');
  const good = base64(SECRET);
  const BASE64 = [
    undefined,
    "",
    " ",
    "=",
    good.slice(0, -4),
    good.slice(1),
    `${good}AAAA`,
    good.toLowerCase(),
    mac(SECRET, BODY).digest("hex"),
    base64(SECRET.toUpperCase()),
    base64(""),
    base64(SECRET, other),
    base64(SECRET, new Uint8Array()),
    Buffer.alloc(32).toString("base64"),
  ];
  it.for(BASE64)("is refused: %s", (signature) => {
    expect(woo(signature)).toBe(false);
    expect(shopify(signature)).toBe(false);
  });

  it("is refused without a secret", () => {
    expect(woo(good, BODY, [])).toBe(false);
  });
});
