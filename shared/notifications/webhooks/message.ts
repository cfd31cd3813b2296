import * as z from "zod";
import { holderOf, isSandbox } from "../../core/sandbox-account.ts";
import type { Queue } from "../../platform/queues/queues.ts";
import type { WebhookEvent, WebhookEventType } from "./event-types.ts";

/** An event as sent to every receiver. */
export type WebhookMessage = {
  /** The value of the header webhook-id, identical for all attempts and receivers. */
  readonly id: string;
  readonly type: WebhookEventType;
  readonly timestamp: string;
  /** The exact body; a retry and a replay send identical bytes. */
  readonly body: string;
};

/** Formats an instant for an id. Ids sort by their instants. */
const compact = (instant: string): string => instant.replaceAll(/[-:.]/g, "");

/** The form of message ids, without dots as Standard Webhooks requires. */
export const MESSAGE_ID = /^msg_\d{8}T\d{9}Z_[0-9a-f]{16}$/;

/**
 * Builds the message of an event in the form of Standard Webhooks: `type`, `timestamp`, `data`.
 * @param random sixteen hexadecimal digits, which distinguish messages of one millisecond
 */
export function messageOfEvent(
  ledger: string,
  { type, data }: WebhookEvent,
  now: Date,
  random: string,
): WebhookMessage {
  const timestamp = now.toISOString();
  const mode = isSandbox(ledger) ? "test" : "live";
  const whole = { account: holderOf(ledger), mode, ...data };
  return {
    id: `msg_${compact(timestamp)}_${random}`,
    type,
    timestamp,
    body: JSON.stringify({ type, timestamp, data: whole }),
  };
}

/**
 * The work of a worker: one delivery to attempt or, without `webhook_id`, a message whose deliveries must be created.
 */
export const WebhookWork = z.strictObject({
  account: z.string().min(1),
  message_id: z.string().min(1),
  webhook_id: z.string().min(1).optional(),
});
export type WebhookWork = z.output<typeof WebhookWork>;

export const WEBHOOK_QUEUE: Queue<WebhookWork> = { name: "webhooks", schema: WebhookWork };
