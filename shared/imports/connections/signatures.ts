import { createHmac, timingSafeEqual } from "node:crypto";
import type { ConnectionKind } from "./kinds.ts";

/** The headers of a call, with names in lower case. */
type Headers = Readonly<Record<string, string | undefined>>;

/** A call of a shop: the bytes of its body as they came. */
export type SignedCall = { readonly headers: Headers; readonly body: Uint8Array };

/** Seconds after which a signature is too old, so that a recorded call cannot be replayed; as in Stripe's own libraries. */
const STRIPE_TOLERANCE_S = 300;

/**
 * True if one of the secrets has signed the call. Each secret is compared in constant time, and all of them are, so that
 * the time tells neither a part of a signature nor which secret fits.
 */
export function isSigned(
  kind: ConnectionKind,
  call: SignedCall,
  secrets: readonly string[],
  now: Date,
): boolean {
  const { signed, given, encoding } = SCHEMES[kind](call, now);
  const fits = secrets.map((secret) => {
    const expected = createHmac("sha256", secret).update(signed).digest(encoding);
    return given.map((one) => isEqual(one, expected)).includes(true);
  });
  return fits.includes(true);
}

/** The signed bytes, and the signatures that the call gives. */
type Claim = {
  readonly signed: Uint8Array;
  readonly given: readonly string[];
  readonly encoding: "base64" | "hex";
};

/** The signature scheme of each kind of shop: HMAC-SHA256 with the secret as text. */
const SCHEMES: Readonly<Record<ConnectionKind, (call: SignedCall, now: Date) => Claim>> = {
  woocommerce: (call) => base64Claim(call, "x-wc-webhook-signature"),
  shopify: (call) => base64Claim(call, "x-shopify-hmac-sha256"),
  stripe: stripeClaim,
};

const base64Claim = ({ headers, body }: SignedCall, header: string): Claim => ({
  signed: body,
  given: [headers[header] ?? ""],
  encoding: "base64",
});

/** Maximum number of signatures of a call that are compared; Stripe writes two while a secret is replaced. */
const MOST_SIGNATURES = 8;

/** Reads `t=<seconds>,v1=<hex>[,v1=<hex>]`. Schemes other than v1 are not signatures of live events. */
function stripeClaim({ headers, body }: SignedCall, now: Date): Claim {
  const parts = (headers["stripe-signature"] ?? "").split(",").map((one) => one.split("=", 2));
  const partsOf = (name: string) =>
    parts.flatMap(([key, value = ""]) => (key?.trim() === name ? [value.trim()] : []));
  const at = partsOf("t").at(-1) ?? "";
  const isFresh = /^\d{1,12}$/.test(at) && now.getTime() / 1000 - Number(at) <= STRIPE_TOLERANCE_S;
  return {
    signed: Buffer.concat([Buffer.from(`${at}.`), body]),
    given: isFresh ? partsOf("v1").slice(0, MOST_SIGNATURES) : [],
    encoding: "hex",
  };
}

/** Compares in constant time, as texts: another encoding of the same bytes is none that a shop writes. */
function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  const isSameLength = one.length === other.length;
  return timingSafeEqual(isSameLength ? one : other, other) && isSameLength;
}
