import { createHash } from "node:crypto";
import * as z from "zod";
import { OrderFinding } from "../../imports/orders/open-order.ts";

/** The results of a delivery. The worst one of its rows. */
export const DELIVERY_OUTCOMES = [
  "committed",
  "adjusted",
  "replaced",
  "taken_back",
  "duplicate",
  "excluded",
  "ignored",
  "unresolved",
  "rejected",
] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

export const InboundDelivery = z.object({
  connection_id: z.string(),
  hash: z.string(),
  topic: z.string(),
  /** The vendor's own id, for support. It decides nothing: WooCommerce gives one id to all messages of a second. */
  vendor_id: z.string().optional(),
  received_at: z.iso.datetime(),
  size_bytes: z.int().min(0),
  /** Number of times that the same message arrived. */
  times: z.int().min(1),
  done_at: z.iso.datetime().optional(),
  order_id: z.string().optional(),
  outcome: z.enum(DELIVERY_OUTCOMES).optional(),
  findings: z.array(OrderFinding).readonly(),
});
export type InboundDelivery = Readonly<z.output<typeof InboundDelivery>>;

/** Retention of delivery records, in days. Committed events are kept. */
export const DELIVERY_DAYS = 30;

/** Returns the name of a delivery: vendors repeat a message with the same bytes, under the same topic. */
export const deliveryHash = (topic: string, body: Uint8Array): string =>
  createHash("sha256").update(`${topic}\n`).update(body).digest("hex");
