import { takeWebhookWork } from "../../shared/notifications/webhooks/deliver.ts";
import { OUTSIDE } from "../../shared/notifications/webhooks/http-client.ts";
import { announceWebhookWork } from "../../shared/notifications/webhooks/queue.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob(
  "deliverWebhook",
  takeWebhookWork({
    send: announceWebhookWork,
    now: () => new Date(),
    random: Math.random,
    // A function has services of its own on its loopback.
    outside: { ...OUTSIDE, allowLoopback: false },
  }),
);
