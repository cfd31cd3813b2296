import { describe, expect, it } from "vitest";
import { isSigned } from "../../../shared/shops/connections/messages.ts";
import {
  SHOP_BODY,
  SHOP_FORGERIES,
  SHOP_SECRET,
  SHOP_SIGNATURE,
  shopMac,
} from "../../make/signed-calls.ts";

const NOW = new Date("2026-10-05T12:00:00Z");
const bytes = (text: string) => new TextEncoder().encode(text);
const BODY = bytes(SHOP_BODY);

const woo = (signature: string | undefined, body = BODY, secrets = [SHOP_SECRET]) =>
  isSigned("woocommerce", { headers: { "x-wc-webhook-signature": signature }, body }, secrets, NOW);
const shopify = (signature: string | undefined, body = BODY, secrets = [SHOP_SECRET]) =>
  isSigned("shopify", { headers: { "x-shopify-hmac-sha256": signature }, body }, secrets, NOW);

describe("a message that the shop has signed", () => {
  it("is accepted with the signature that Shopify's own library makes", () => {
    expect(shopify(SHOP_SIGNATURE)).toBe(true);
    expect(shopMac(SHOP_SECRET)).toBe(SHOP_SIGNATURE);
  });

  it("is accepted under the secret, and under the former one", () => {
    for (const secrets of [[SHOP_SECRET], ["new-secret-0000", SHOP_SECRET]]) {
      expect(woo(SHOP_SIGNATURE, BODY, secrets)).toBe(true);
      expect(shopify(SHOP_SIGNATURE, BODY, secrets)).toBe(true);
    }
  });

  it("of WooCommerce is signed as its source has it: base64 of HMAC-SHA256 over the body, keyed with the secret", () => {
    // wc_webhook: base64_encode( hash_hmac( 'sha256', $payload, wp_specialchars_decode( $this->get_secret(), ENT_QUOTES ), true ) )
    const payload = '{"action":"woocommerce_order_status_processing"}';
    expect(woo(shopMac("secret", payload), bytes(payload), ["secret"])).toBe(true);
  });
});

describe("a forgery", () => {
  it.for(SHOP_FORGERIES)("is refused: %s", (signature) => {
    expect(woo(signature)).toBe(false);
    expect(shopify(signature)).toBe(false);
  });

  it("is refused without a secret", () => {
    expect(woo(SHOP_SIGNATURE, BODY, [])).toBe(false);
  });
});
