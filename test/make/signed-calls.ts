import { createHmac } from "node:crypto";

/** A call whose signature is altered or missing, and what becomes of it, in our code and in the vendor's library. */

export const STRIPE_SECRET = "whsec_0123456789abcdef0123456789abcdef";
export const STRIPE_PAYLOAD = '{"id":"evt_1Sample","object":"event","name":"Zoë"}';
/** The second in which the calls are signed. */
export const STRIPE_AT = Date.parse("2026-10-05T12:00:00Z") / 1000;

/** The signature of the payload as Stripe's library 23.1.0 made it. The algorithm: https://docs.stripe.com/webhooks#verify-manually. */
export const STRIPE_SIGNATURE = "93c70e545f268142c9cd432bc82e04c0eadb3c6cdeeb5532a3437d2aa97d68d9";

/** Signs a text as Stripe does. */
export const stripeMac = (secret: string, text = `${STRIPE_AT}.${STRIPE_PAYLOAD}`): string =>
  createHmac("sha256", secret).update(text).digest("hex");

const good = STRIPE_SIGNATURE;
const goodHeader = `t=${STRIPE_AT},v1=${good}`;

/** Headers of the payload, the seconds after which they arrive, and whether they are accepted. */
export const STRIPE_HEADERS: readonly (readonly [string, number, boolean])[] = [
  [goodHeader, 0, true],
  [goodHeader, 299, true],
  [goodHeader, 300, true],
  [goodHeader, 301, false],
  [goodHeader, 86_400, false],
  [goodHeader, -60, true],
  [`t=${STRIPE_AT},v1=${stripeMac("whsec_another-one")},v1=${good}`, 0, true],
  [`${goodHeader},v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39`, 0, true],
  [`t=${STRIPE_AT},v0=${good}`, 0, false],
  [`t=${STRIPE_AT},v1=`, 0, false],
  [`t=${STRIPE_AT}`, 0, false],
  [`v1=${good}`, 0, false],
  [`t=${STRIPE_AT + 1},v1=${good}`, 0, false],
  [`t=${STRIPE_AT},v1=${good.slice(0, -1)}`, 0, false],
  [`t=${STRIPE_AT},v1=${good}00`, 0, false],
  [`t=${STRIPE_AT},v1=${good.toUpperCase()}`, 0, false],
  [`t=${STRIPE_AT},v1=${stripeMac(STRIPE_SECRET, STRIPE_PAYLOAD)}`, 0, false],
  [`t=${STRIPE_AT},v1=${stripeMac(STRIPE_SECRET, `${STRIPE_AT}.${STRIPE_PAYLOAD} `)}`, 0, false],
  [`t=${STRIPE_AT},v1=${stripeMac("")}`, 0, false],
  [`t=x,v1=${good}`, 0, false],
  ["", 0, false],
  [" ", 0, false],
  [",,,=,t", 0, false],
];

export const SHOP_SECRET = "shpss_0123456789abcdef0123456789abcdef";
export const SHOP_BODY = '{"id":1,"name":"Zoë"}';

/**
 * The signature of the body as Shopify's library 15.0.0 made it. WooCommerce signs alike. The algorithm:
 * https://shopify.dev/docs/apps/build/webhooks/subscribe/https.
 */
export const SHOP_SIGNATURE = "H7HYZZKLl90o7++w0wUWO3iLDs5KkZ568A2Ev4TOKIA=";

/** Signs a body as Shopify and WooCommerce do. */
export const shopMac = (
  secret: string,
  body: string = SHOP_BODY,
  encoding: "base64" | "hex" = "base64",
): string => createHmac("sha256", secret).update(body).digest(encoding);

/** Signatures that the body does not have. */
export const SHOP_FORGERIES: readonly (string | undefined)[] = [
  undefined,
  "",
  " ",
  "=",
  SHOP_SIGNATURE.slice(0, -4),
  SHOP_SIGNATURE.slice(1),
  `${SHOP_SIGNATURE}AAAA`,
  SHOP_SIGNATURE.toLowerCase(),
  shopMac(SHOP_SECRET, SHOP_BODY, "hex"),
  shopMac(SHOP_SECRET.toUpperCase()),
  shopMac(""),
  shopMac(SHOP_SECRET, '{"id":2,"name":"Zoë"}'),
  shopMac(SHOP_SECRET, ""),
  Buffer.alloc(32).toString("base64"),
];
