import * as z from "zod";
import { holderOf, isSandbox } from "../../core/sandbox-account.ts";
import type { Queue } from "../../platform/queues/queues.ts";
import type { WebhookEvent, WebhookEventType } from "./event-types.ts";

/** What happened, as every receiver is told it. */
export type WebhookMessage = {
  /** The header webhook-id: the same however often, and to whomever, it is sent. */
  readonly id: string;
  readonly type: WebhookEventType;
  readonly timestamp: string;
  /** The body, to the letter: a retry and a replay send these bytes again. */
  readonly body: string;
};

/** Of ids: their texts are in the order of their instants. */
const compact = (instant: string): string => instant.replaceAll(/[-:.]/g, "");

/** How the id of a message looks. Standard Webhooks wants no dot in it. */
export const MESSAGE_ID = /^msg_\d{8}T\d{9}Z_[0-9a-f]{16}$/;

/**
 * The message of an event, in the form of Standard Webhooks: `type`, `timestamp`, `data`.
 * @param random sixteen hexadecimal digits, which tell messages of the same millisecond apart
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

/** The work of a delivery to make or, without a webhook, of a message to make deliveries of. */
export const WebhookWork = z.strictObject({
  account: z.string().min(1),
  message_id: z.string().min(1),
  webhook_id: z.string().min(1).optional(),
});
export type WebhookWork = z.output<typeof WebhookWork>;

export const WEBHOOK_QUEUE: Queue<WebhookWork> = { name: "webhooks", schema: WebhookWork };
