import type { WebhookTools } from "../../shared/notifications/webhooks/deliver.ts";
import { OUTSIDE } from "../../shared/notifications/webhooks/http-client.ts";

/** A worker whose clock is where it is told to be. Nothing is sent on: what is due is found by its instant. */
export const webhookTools = (now: Date, more: Partial<WebhookTools> = {}): WebhookTools => ({
  send: async () => {},
  now: () => now,
  random: () => 0.5,
  outside: { ...OUTSIDE, allowLoopback: true },
  ...more,
});
