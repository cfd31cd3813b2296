import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { isSigned } from "../../../shared/shops/connections/messages.ts";
import {
  SHOP_BODY,
  SHOP_FORGERIES,
  SHOP_SECRET,
  SHOP_SIGNATURE,
  STRIPE_AT,
  STRIPE_HEADERS,
  STRIPE_PAYLOAD,
  STRIPE_SECRET,
  shopMac,
} from "../../../test/make/signed-calls.ts";
import { stripeHeaders } from "../../../test/make/stripe-document.ts";
import type { Finding } from "../tool.ts";

const MESSAGES = 500;

/** A message that was made up; the same number makes the same one. */
type MadeUp = { readonly secret: string; readonly body: string; readonly at: number };

const textOf = (n: number, part: string): string =>
  createHash("sha256").update(`${n} ${part}`).digest("base64url");

/** Bodies differ in length, and have letters of several bytes. */
function messageOf(n: number): MadeUp {
  const name = `${textOf(n, "name")} Zoë 東京 ${"🧾".repeat(n % 5)}`;
  const more = { lines: Array.from({ length: n % 40 }, (_, line) => textOf(line, "line")) };
  const body = JSON.stringify({ id: `evt_${n}`, object: "event", name, ...more });
  return { secret: `whsec_${textOf(n, "secret")}`, body, at: STRIPE_AT + n * 1_009 };
}

const MADE_UP = Array.from({ length: MESSAGES }, (_, n) => messageOf(n));

/** One question about a message, and what our code and the vendor's say. */
type Compared = {
  readonly what: string;
  readonly expected: boolean;
  readonly ours: boolean;
  readonly theirs: boolean;
};

const findingsOf = (rule: string, compared: readonly Compared[]): readonly Finding[] =>
  compared
    .filter(({ expected, ours, theirs }) => ours !== expected || theirs !== expected)
    .map(({ what, ...said }) => ({ rule, where: what, text: JSON.stringify(said) }));

type StripeWebhooks = {
  readonly generateTestHeaderString: (options: {
    readonly payload: string;
    readonly secret: string;
    readonly timestamp: number;
  }) => string;
  readonly constructEvent: (
    payload: string,
    header: string,
    secret: string,
    tolerance: number | undefined,
    crypto: undefined,
    receivedAt: number,
  ) => unknown;
};

/** Compares our check of Stripe's signatures with Stripe's: what its library signs, what the tests sign, and forgeries. */
export function stripeSignatures(place: string): readonly Finding[] {
  const Stripe = createRequire(join(place, "package.json"))("stripe");
  const { webhooks }: { readonly webhooks: StripeWebhooks } = new Stripe("sk_test_none");
  const asked = (what: string, call: MadeUp, header: string, expected: boolean): Compared => ({
    what,
    expected,
    ours: isSigned(
      "stripe",
      { headers: { "stripe-signature": header }, body: Buffer.from(call.body) },
      [call.secret],
      new Date(call.at * 1000),
    ),
    theirs: isAccepted(webhooks, call, header),
  });
  const fixed = STRIPE_HEADERS.map(([header, seconds, accepted]) => {
    const call = { secret: STRIPE_SECRET, body: STRIPE_PAYLOAD, at: STRIPE_AT + seconds };
    return asked(`${header} after ${seconds} s`, call, header, accepted);
  });
  const madeUp = MADE_UP.flatMap((call) => {
    const { secret, body: payload, at } = call;
    const header = webhooks.generateTestHeaderString({ payload, secret, timestamp: at });
    const made = stripeHeaders(secret, payload, new Date(at * 1000))["stripe-signature"];
    return [
      asked("signed by the library", call, header, true),
      asked("signed by the tests", call, made, true),
      asked("another body", { ...call, body: `${payload} ` }, header, false),
      asked("another secret", { ...call, secret: `${secret}a` }, header, false),
      asked("another second", call, header.replace(/^t=\d+/, `t=${at - 1}`), false),
      asked("too late", { ...call, at: at + 301 }, header, false),
    ];
  });
  return findingsOf("stripe-signature", [...fixed, ...madeUp]);
}

function isAccepted(webhooks: StripeWebhooks, { body, secret, at }: MadeUp, header: string) {
  try {
    webhooks.constructEvent(body, header, secret, undefined, undefined, at * 1000);
    return true;
  } catch {
    return false;
  }
}

/** The headers that Shopify's library asks for. */
const SHOPIFY_HEADERS = {
  "x-shopify-topic": "orders/create",
  "x-shopify-shop-domain": "shop.myshopify.com",
  "x-shopify-api-version": "2026-07",
  "x-shopify-webhook-id": "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043",
};

type ShopifyCall = { readonly secret: string; readonly body: string };

/** Compares our check of Shopify's signatures with Shopify's, as above. */
export async function shopifySignatures(place: string): Promise<readonly Finding[]> {
  const load = createRequire(join(place, "package.json"));
  load("@shopify/shopify-api/adapters/node");
  const { shopifyApi } = load("@shopify/shopify-api");
  const { createSHA256HMAC } = load("@shopify/shopify-api/runtime");
  const isValid = async ({ secret, body }: ShopifyCall, signature: string | undefined) => {
    const { webhooks } = shopifyApi({
      apiKey: "key",
      apiSecretKey: secret,
      apiVersion: SHOPIFY_HEADERS["x-shopify-api-version"],
      hostName: "vat.example",
      isEmbeddedApp: false,
      logger: { log: () => undefined },
    });
    const headers = { ...SHOPIFY_HEADERS, "x-shopify-hmac-sha256": signature };
    return (await webhooks.validate({ rawBody: body, rawRequest: { headers } })).valid;
  };
  const asked = async (
    what: string,
    call: ShopifyCall,
    signature: string | undefined,
    expected: boolean,
  ): Promise<Compared> => ({
    what,
    expected,
    ours: isSigned(
      "shopify",
      { headers: { "x-shopify-hmac-sha256": signature }, body: Buffer.from(call.body) },
      [call.secret],
      new Date(),
    ),
    theirs: await isValid(call, signature),
  });
  const fixed = { secret: SHOP_SECRET, body: SHOP_BODY };
  const questions = [
    asked("the fixed one", fixed, SHOP_SIGNATURE, true),
    ...SHOP_FORGERIES.map((forged) => asked(`forged: ${forged}`, fixed, forged, false)),
    ...MADE_UP.flatMap(async (call) =>
      asked("signed by the tests", call, shopMac(call.secret, call.body), true),
    ),
  ];
  for (const call of MADE_UP) {
    const signature: string = await createSHA256HMAC(call.secret, call.body, "base64");
    questions.push(
      asked("signed by the library", call, signature, true),
      asked("another body", { ...call, body: `${call.body} ` }, signature, false),
      asked("another secret", { ...call, secret: `${call.secret}a` }, signature, false),
    );
  }
  return findingsOf("shopify-signature", await Promise.all(questions));
}
