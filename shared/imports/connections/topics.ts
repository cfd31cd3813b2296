import * as z from "zod";
import type { ConnectionKind } from "./kinds.ts";
import type { SignedCall } from "./signatures.ts";

/** What a message asks for. */
export type Message =
  /** The order as it is now, in the form that the reader of its kind reads. */
  | {
      readonly is: "order";
      readonly order_id: string;
      readonly modified_at: string;
      readonly order: unknown;
    }
  | { readonly is: "deleted"; readonly order_id: string }
  /** A message that says nothing of orders, or says less than another one that comes with it. */
  | { readonly is: "ignored"; readonly why: string };

const Id = z.union([z.int(), z.string().min(1).max(60)]).transform(String);

/** The names of the headers with topic and id of a message. */
const HEADERS: Readonly<Record<ConnectionKind, { topic: string; id: string }>> = {
  woocommerce: { topic: "x-wc-webhook-topic", id: "x-wc-webhook-delivery-id" },
  shopify: { topic: "x-shopify-topic", id: "x-shopify-webhook-id" },
};

const LONGEST = 100;
const short = (text: unknown): string => String(text ?? "").slice(0, LONGEST);

/** Returns topic and id of a message, of one whose signature is valid. */
export function nameOfMessage(
  kind: ConnectionKind,
  { headers }: SignedCall,
): { readonly topic: string; readonly vendor_id: string | undefined } {
  const names = HEADERS[kind];
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

const WooOrder = z.looseObject({ id: Id, date_modified_gmt: z.string().min(1).max(40) });
const ShopifyOrder = z.looseObject({ id: Id, updated_at: z.string().min(1).max(40) });
const Named = z.looseObject({ id: Id });

/** Instants of Shopify have the offset of the shop; as UTC texts they are in the order of time. */
const asUtc = (text: string): string => {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
};

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
    const order = WooOrder.safeParse(body).data;
    // A date of WooCommerce in GMT has no zone.
    const modified_at = order && asUtc(`${order.date_modified_gmt}Z`);
    return order && modified_at
      ? { is: "order", order_id: order.id, modified_at, order: body }
      : undefined;
  },
  shopify: (topic, body) => {
    if (topic === "orders/delete") return deleted(body);
    if (!/^orders\/(create|updated|paid|cancelled|fulfilled)$/.test(topic)) return elsewhere(topic);
    const order = ShopifyOrder.safeParse(body).data;
    return (
      order && {
        is: "order",
        order_id: order.id,
        modified_at: asUtc(order.updated_at),
        order: body,
      }
    );
  },
};

function deleted(body: unknown): Message | undefined {
  const order = Named.safeParse(body).data;
  return order && { is: "deleted", order_id: order.id };
}

const elsewhere = (topic: string): Message => ({
  is: "ignored",
  why: `Messages of the topic “${topic}” are not needed: what they say of an order comes with the order.`,
});
