import type { WebhookTools } from "../../shared/notifications/webhooks/deliver.ts";
import { OUTSIDE } from "../../shared/notifications/webhooks/http-client.ts";

/** The tools of a worker whose clock stands at an instant. */
export const webhookTools = (now: Date, more: Partial<WebhookTools> = {}): WebhookTools => ({
  now: () => now,
  random: () => 0.5,
  outside: { ...OUTSIDE, allowLoopback: true },
  ...more,
});
