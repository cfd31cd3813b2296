import { takeWebhookWork } from "../../shared/flows/take-webhook-work.ts";
import { OUTSIDE } from "../../shared/store/webhook-post.ts";
import { announceWebhookWork } from "../../shared/store/webhook-queue.ts";
import { loggedJob } from "../../shared/telemetry/job-log.ts";

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
