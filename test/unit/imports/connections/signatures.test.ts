import { createHmac } from "node:crypto";
import { shopifyApi } from "@shopify/shopify-api";
import "@shopify/shopify-api/adapters/node";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { isSigned } from "../../../../shared/imports/connections/signatures.ts";

const SECRET = "shpss_0123456789abcdef0123456789abcdef";
const NOW = new Date("2026-11-24T12:00:00Z");
const BODY = new TextEncoder().encode('{"id":1,"name":"Zoë"}');
const AT = Math.floor(NOW.getTime() / 1000);

const mac = (secret: string, body: Uint8Array | string) =>
  createHmac("sha256", secret).update(body);
const base64 = (secret: string, body: Uint8Array = BODY) => mac(secret, body).digest("base64");
const stripeHeader = (secret: string, at = AT, body: Uint8Array = BODY) =>
  `t=${at},v1=${mac(secret, `${at}.${new TextDecoder().decode(body)}`).digest("hex")}`;

const woo = (signature: string | undefined, body = BODY, secrets = [SECRET]) =>
  isSigned("woocommerce", { headers: { "x-wc-webhook-signature": signature }, body }, secrets, NOW);
const shopify = (signature: string | undefined, body = BODY, secrets = [SECRET]) =>
  isSigned("shopify", { headers: { "x-shopify-hmac-sha256": signature }, body }, secrets, NOW);
const stripe = (signature: string | undefined, body = BODY, secrets = [SECRET], now = NOW) =>
  isSigned("stripe", { headers: { "stripe-signature": signature }, body }, secrets, now);

describe("a message that the shop has signed", () => {
  it("is accepted under the secret, and under the former one", () => {
    for (const secrets of [[SECRET], ["new-secret-0000", SECRET]]) {
      expect(woo(base64(SECRET), BODY, secrets)).toBe(true);
      expect(shopify(base64(SECRET), BODY, secrets)).toBe(true);
      expect(stripe(stripeHeader(SECRET), BODY, secrets)).toBe(true);
    }
  });

  it("of WooCommerce is signed as its source has it: base64 of HMAC-SHA256 over the body, keyed with the secret", () => {
    // wc_webhook: base64_encode( hash_hmac( 'sha256', $payload, wp_specialchars_decode( $this->get_secret(), ENT_QUOTES ), true ) )
    const payload = new TextEncoder().encode('{"action":"woocommerce_order_status_processing"}');
    expect(woo(base64("secret", payload), payload, ["secret"])).toBe(true);
  });

  it("is accepted by Stripe's own library too, and while two secrets are valid", () => {
    const client = new Stripe("sk_test_unused");
    const text = new TextDecoder().decode(BODY);
    const now = Math.floor(Date.now() / 1000);
    const header = client.webhooks.generateTestHeaderString({ payload: text, secret: SECRET });
    expect(client.webhooks.constructEvent(text, header, SECRET)).toMatchObject({ id: 1 });
    expect(stripe(header, BODY, [SECRET], new Date(now * 1000))).toBe(true);
    const two = `t=${AT},v1=${"0".repeat(64)},${stripeHeader(SECRET).split(",")[1]}`;
    expect(stripe(two)).toBe(true);
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
  const hex = stripeHeader(SECRET).split("v1=")[1] ?? "";
  const STRIPE = [
    undefined,
    "",
    `t=${AT}`,
    `v1=${hex}`,
    `t=,v1=${hex}`,
    `t=${AT + 1},v1=${hex}`,
    `t=${AT},v0=${hex}`,
    `t=${AT},v1=${hex.slice(0, -2)}`,
    `t=${AT},v1=${hex}00`,
    `t=${AT}; v1=${hex}`,
    `t=1e9,v1=${hex}`,
    stripeHeader(SECRET, AT - 301),
    stripeHeader("whsec_other"),
    stripeHeader(SECRET, AT, other),
    base64(SECRET),
    `t=${AT},v1=`,
  ];

  it.for(BASE64)("is refused: %s", (signature) => {
    expect(woo(signature)).toBe(false);
    expect(shopify(signature)).toBe(false);
  });

  it.for(STRIPE)("of Stripe is refused: %s", (signature) => {
    expect(stripe(signature)).toBe(false);
  });

  it("is refused without a secret", () => {
    expect(woo(good, BODY, [])).toBe(false);
  });

  it("is refused when it is a replay after five minutes, and taken before", () => {
    const header = stripeHeader(SECRET);
    const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
    expect(stripe(header, BODY, [SECRET], later(300))).toBe(true);
    expect(stripe(header, BODY, [SECRET], later(301))).toBe(false);
  });
});
