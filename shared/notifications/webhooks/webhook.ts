import * as z from "zod";
import { WEBHOOK_EVENTS, type WebhookEventType } from "./event-types.ts";

/** Why nothing is sent any more: somebody asked for it, nothing arrived for days, or the receiver said 410. */
export const DISABLED_REASONS = ["asked", "failing", "gone"] as const;

/** A webhook as it is kept: whom to tell of what. Its secret is kept apart. */
export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)).readonly(),
  description: z.string().optional(),
  created_at: z.iso.datetime(),
  created_by: z.string(),
  updated_at: z.iso.datetime(),
  updated_by: z.string(),
  disabled_at: z.iso.datetime().optional(),
  disabled_reason: z.enum(DISABLED_REASONS).optional(),
  /** Since when nothing has arrived; absent while the last attempt was a success. */
  failing_since: z.iso.datetime().optional(),
  /** Until when the secret before this one signs, too. */
  previous_secret_until: z.iso.datetime().optional(),
});
export type Webhook = Readonly<z.output<typeof Webhook>>;

/** All webhooks of an account, in the order in which they were made. */
export const Webhooks = z.object({ version: z.int(), webhooks: z.array(Webhook).readonly() });
export type Webhooks = Readonly<z.output<typeof Webhooks>>;

export const NO_WEBHOOKS: Webhooks = { version: 0, webhooks: [] };

/** An account has no more of them: each event is sent to all. */
export const MOST_WEBHOOKS = 10;

/** How long the former secret signs beside the new one, in hours. */
export const FORMER_SECRET_HOURS = 24;

export const isEnabled = ({ disabled_at }: Webhook): boolean => disabled_at === undefined;

/** Whether the webhook is told of an event: what happened before it was made is none of its business. */
export const listensTo = (
  webhook: Webhook,
  { type, timestamp }: { readonly type: WebhookEventType; readonly timestamp: string },
): boolean =>
  isEnabled(webhook) &&
  webhook.created_at <= timestamp &&
  (webhook.events as readonly WebhookEventType[]).includes(type);

/** With one webhook replaced by what `change` makes of it; the same when that is the same. */
export function withWebhook(
  seen: Webhooks,
  id: string,
  change: (webhook: Webhook) => Webhook,
): Webhooks {
  const webhooks = seen.webhooks.map((one) => (one.id === id ? change(one) : one));
  return webhooks.every((one, n) => one === seen.webhooks[n]) ? seen : { ...seen, webhooks };
}

export const withoutWebhook = (seen: Webhooks, id: string): Webhooks => ({
  ...seen,
  webhooks: seen.webhooks.filter((one) => one.id !== id),
});

/** Nothing is sent to it from now on. */
export const disabled = (
  webhook: Webhook,
  disabled_reason: Webhook["disabled_reason"],
  now: Date,
): Webhook =>
  isEnabled(webhook) ? { ...webhook, disabled_at: now.toISOString(), disabled_reason } : webhook;

/** It is told again of what happens from now on, and has its days before it once more. */
export function enabled({ disabled_at, disabled_reason, failing_since, ...webhook }: Webhook) {
  return webhook;
}

/** The webhook that a change has disabled; a change is of one. */
export const newlyDisabled = (before: Webhooks, after: Webhooks): Webhook | undefined =>
  after.webhooks.find(
    (one) => !isEnabled(one) && before.webhooks.some((was) => was.id === one.id && isEnabled(was)),
  );
