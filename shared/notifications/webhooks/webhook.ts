import * as z from "zod";
import { WEBHOOK_EVENTS, type WebhookEventType } from "./event-types.ts";

/** The reasons why a webhook is disabled: on request, after days of failures, or because the receiver returned 410. */
export const DISABLED_REASONS = ["asked", "failing", "gone"] as const;

/** A webhook as stored: its receiver and its events. Its secret is stored separately. */
export const Webhook = z.object({
  id: z.string(),
  /** The address of the receiver; absent for a webhook whose messages are fetched. */
  url: z.string().optional(),
  /** The instant from which a webhook whose messages are fetched gets no more of them. */
  ends_at: z.iso.datetime().optional(),
  events: z.array(z.enum(WEBHOOK_EVENTS)).readonly(),
  description: z.string().optional(),
  created_at: z.iso.datetime(),
  created_by: z.string(),
  updated_at: z.iso.datetime(),
  updated_by: z.string(),
  disabled_at: z.iso.datetime().optional(),
  disabled_reason: z.enum(DISABLED_REASONS).optional(),
  /** The instant since which all attempts have failed; absent after a success. */
  failing_since: z.iso.datetime().optional(),
  /** The instant until which the previous secret also signs. */
  previous_secret_until: z.iso.datetime().optional(),
});
export type Webhook = Readonly<z.output<typeof Webhook>>;

/** All webhooks of an account, in order of creation. */
export const Webhooks = z.object({ version: z.int(), webhooks: z.array(Webhook).readonly() });
export type Webhooks = Readonly<z.output<typeof Webhooks>>;

export const NO_WEBHOOKS: Webhooks = { version: 0, webhooks: [] };

/** Maximum number of webhooks of an account, because each event may go to all of them. */
export const MOST_WEBHOOKS = 10;

/** Hours for which messages are there to be fetched, and for which a webhook without an address gets them. */
export const FETCHED_HOURS = 24;

/** True if messages are fetched: the webhook has no address to send them to. */
export const isFetched = ({ url }: Pick<Webhook, "url">): boolean => url === undefined;

export const hasEnded = ({ ends_at }: Webhook, instant: string): boolean =>
  ends_at !== undefined && ends_at <= instant;

/** Hours for which the former secret also signs. */
export const FORMER_SECRET_HOURS = 24;

export const isEnabled = ({ disabled_at }: Webhook): boolean => disabled_at === undefined;

/** True if the webhook receives an event. It receives no events from before its creation. */
export const listensTo = (
  webhook: Webhook,
  { type, timestamp }: { readonly type: WebhookEventType; readonly timestamp: string },
): boolean =>
  isEnabled(webhook) &&
  webhook.created_at <= timestamp &&
  !hasEnded(webhook, timestamp) &&
  (webhook.events as readonly WebhookEventType[]).includes(type);

/** Replaces one webhook by the result of `change`; returns `seen` itself when nothing changes. */
export function withWebhook(
  seen: Webhooks,
  id: string,
  change: (webhook: Webhook) => Webhook,
): Webhooks {
  const webhooks = seen.webhooks.map((webhook) => (webhook.id === id ? change(webhook) : webhook));
  return webhooks.every((webhook, n) => webhook === seen.webhooks[n])
    ? seen
    : { ...seen, webhooks };
}

export const withoutWebhook = (seen: Webhooks, id: string): Webhooks => ({
  ...seen,
  webhooks: seen.webhooks.filter((webhook) => webhook.id !== id),
});

/** Disables a webhook: nothing is sent from now on. */
export const disabled = (
  webhook: Webhook,
  disabled_reason: Webhook["disabled_reason"],
  now: Date,
): Webhook =>
  isEnabled(webhook) ? { ...webhook, disabled_at: now.toISOString(), disabled_reason } : webhook;

/** Re-enables the webhook and resets its failure deadline. */
export function enabled({ disabled_at, disabled_reason, failing_since, ...webhook }: Webhook) {
  return webhook;
}

/** Returns the webhook that a change has disabled. A change affects one webhook. */
export const newlyDisabled = (before: Webhooks, after: Webhooks): Webhook | undefined =>
  after.webhooks.find(
    (webhook) =>
      !isEnabled(webhook) && before.webhooks.some((was) => was.id === webhook.id && isEnabled(was)),
  );
