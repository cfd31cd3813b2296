import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import {
  type OrderEdit,
  shopifyOrderEdit,
  wooOrderEdit,
} from "../../imports/formats/shop-rules.ts";
import { creditNoteName } from "../../imports/formats/stripe-invoices/documents.ts";
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
    return given.map((signature) => isEqual(signature, expected)).includes(true);
  });
  return fits.includes(true);
}

/** The signed bytes, and the signatures that the call gives. */
type SignatureClaim = {
  readonly signed: Uint8Array;
  readonly given: readonly string[];
  readonly encoding: "base64" | "hex";
};

/** The signature scheme of each kind of shop: HMAC-SHA256 with the secret as text. */
const SCHEMES: Readonly<Record<ConnectionKind, (call: SignedCall, now: Date) => SignatureClaim>> = {
  woocommerce: (call) => base64Claim(call, "x-wc-webhook-signature"),
  shopify: (call) => base64Claim(call, "x-shopify-hmac-sha256"),
  stripe: stripeClaim,
};

const base64Claim = ({ headers, body }: SignedCall, header: string): SignatureClaim => ({
  signed: body,
  given: [headers[header] ?? ""],
  encoding: "base64",
});

/** Maximum number of signatures of a call that are compared; Stripe writes two while a secret is replaced. */
const MOST_SIGNATURES = 8;

/** Reads `t=<seconds>,v1=<hex>[,v1=<hex>]`. Schemes other than v1 are not signatures of live events. */
function stripeClaim({ headers, body }: SignedCall, now: Date): SignatureClaim {
  const parts = (headers["stripe-signature"] ?? "").split(",").map((part) => part.split("=", 2));
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

export type Message =
  /** The order as it is now, in the form that the reader of its kind reads. */
  | {
      readonly is: "order";
      readonly order_id: string;
      readonly modified_at: string;
      readonly order: unknown;
    }
  | { readonly is: "deleted"; readonly order_id: string }
  /** A refund that the shop reports separately from its order. */
  | { readonly is: "refund"; readonly order_id: string; readonly refund: unknown }
  /** A message that says nothing of orders, or only what another message says with more detail. */
  | {
      readonly is: "ignored";
      readonly reason: "topic_unknown" | "test_order" | "payment_of_invoice" | "bad_debt";
      readonly why: string;
    };

const Id = z.union([z.int(), z.string().min(1).max(60)]).transform(String);

/** The names of the headers with topic and id of a message. Stripe has both in the body. */
const HEADERS: Readonly<Partial<Record<ConnectionKind, { topic: string; id: string }>>> = {
  woocommerce: { topic: "x-wc-webhook-topic", id: "x-wc-webhook-delivery-id" },
  shopify: { topic: "x-shopify-topic", id: "x-shopify-webhook-id" },
};

const LONGEST = 100;
const short = (text: unknown): string => String(text ?? "").slice(0, LONGEST);

/** The envelope in which Stripe sends an object as it is at the time of the event. */
const StripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  created: z.int().min(0).max(253_402_300_798),
  livemode: z.boolean(),
  data: z.object({ object: z.looseObject({ id: Id }) }),
});

/** Returns topic and id of a message, of one whose signature is valid. */
export function nameOfMessage(
  kind: ConnectionKind,
  { headers, body }: SignedCall,
): { readonly topic: string; readonly vendor_id: string | undefined } {
  const names = HEADERS[kind];
  if (!names) {
    const { data: event } = StripeEvent.pick({ id: true, type: true }).safeParse(jsonOf(body));
    return { topic: short(event?.type), vendor_id: event && short(event.id) };
  }
  const id = headers[names.id];
  return { topic: short(headers[names.topic]), vendor_id: id && short(id) };
}

/** Parses a body; undefined if it is no JSON. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/**
 * The body of a deletion: the id and nothing else (WooCommerce's WC_Webhook::build_payload, Shopify's orders/delete). The
 * topic is in a header, which nobody has signed: the signed body of an order must not become a deletion by it.
 */
const Deletion = z.strictObject({ id: Id });

/** Returns the message of an order; undefined without the instant of its last change. */
const orderIn = (edit: OrderEdit | undefined, order: unknown): Message | undefined =>
  edit && edit.modified_at !== "" ? { is: "order", ...edit, order } : undefined;

/**
 * Reads a message by its topic.
 * @returns undefined if the body is not the one of its topic
 */
export function messageOf(kind: ConnectionKind, topic: string, body: unknown): Message | undefined {
  return READERS[kind](topic, body);
}

/** True if messages of a topic say something of orders. */
export const isNeeded = (kind: ConnectionKind, topic: string): boolean =>
  messageOf(kind, topic, undefined)?.is !== "ignored";

const READERS: Readonly<
  Record<ConnectionKind, (topic: string, body: unknown) => Message | undefined>
> = {
  woocommerce: (topic, body) => {
    if (topic === "order.deleted") return deleted(body);
    if (!/^order\.(created|updated|restored)$/.test(topic)) return elsewhere(topic);
    return orderIn(wooOrderEdit({ value: body }), body);
  },
  shopify: (topic, body) => {
    if (topic === "orders/delete") return deleted(body);
    if (!/^orders\/(create|updated|paid|cancelled|fulfilled)$/.test(topic)) return elsewhere(topic);
    return orderIn(shopifyOrderEdit({ value: body }), body);
  },
  stripe: (topic, body) => {
    if (!STRIPE_TOPICS.test(topic)) return STRIPE_IGNORED.get(topic) ?? elsewhereInStripe(topic);
    const { data: event } = StripeEvent.safeParse(body);
    if (!event) return undefined;
    if (!event.livemode) return TEST_MODE;
    const { object } = event.data;
    if (topic.startsWith("credit_note.")) {
      const name = creditNoteName(object);
      return name && { is: "refund", order_id: name.order_id, refund: object };
    }
    return {
      is: "order",
      order_id: object.id,
      modified_at: instantOf(event.created, topic === "invoice.voided"),
      order: object,
    };
  },
};

const STRIPE_TOPICS = /^(invoice\.(finalized|voided)|credit_note\.(created|voided))$/;

/** The topics of Stripe that people choose as well, and that change no VAT. */
const STRIPE_IGNORED: ReadonlyMap<string, Message> = new Map([
  [
    "invoice.paid",
    {
      is: "ignored",
      reason: "payment_of_invoice",
      why: "VAT follows from the invoice, and not from its payment.",
    },
  ],
  [
    "invoice.marked_uncollectible",
    {
      is: "ignored",
      reason: "bad_debt",
      why: "An invoice that nobody pays keeps its VAT: relief for bad debts is a matter of the Member State (Art. 90).",
    },
  ],
]);

/** Texts for topics of Stripe by their beginning, where no invoice or credit note brings what they say. */
const STRIPE_ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [
    /^(charge\.refund|refund\.)/,
    "A refund without a credit note changes no invoice, so its VAT stays due: write a credit note of the invoice in Stripe.",
  ],
  [
    /^charge\.dispute\./,
    "A dispute changes no invoice: if the customer keeps the money, write a credit note of the invoice in Stripe.",
  ],
  [
    /^(checkout\.session|payment_intent|charge)\./,
    "A payment is not read. Its invoice comes as an event of its own; without one, report the sale yourself, or let Checkout create invoices (`invoice_creation`).",
  ],
  [
    /^v\d\./,
    "A thin event names its object and does not contain it: make a destination with the payload style Snapshot.",
  ],
];

function elsewhereInStripe(topic: string): Message {
  const [, why] = STRIPE_ELSEWHERE.find(([topics]) => topics.test(topic)) ?? [];
  return why ? { is: "ignored", reason: "topic_unknown", why } : elsewhere(topic);
}

/** Events have whole seconds. An invoice that is voided stays so, and so this is the last instant of its second. */
const instantOf = (seconds: number, isLast: boolean): string =>
  new Date(seconds * 1000 + (isLast ? 999 : 0)).toISOString();

const TEST_MODE: Message = {
  is: "ignored",
  reason: "test_order",
  why: "An event of the test mode of Stripe: nothing was sold.",
};

function deleted(body: unknown): Message | undefined {
  const order = Deletion.safeParse(body).data;
  return order && { is: "deleted", order_id: order.id };
}

const elsewhere = (topic: string): Message => ({
  is: "ignored",
  reason: "topic_unknown",
  why: `Messages of the topic “${topic}” are not needed: what they say of an order comes with the order.`,
});
