import type { Job, JobQueue } from "./job.ts";

/** Rows of the job table: those that tell receivers what happens (docs/decisions/0210). */
export const webhookJobs = {
  dispatchWebhooks: {
    // The clock of retries: what is due within the minute is sent to the worker.
    trigger: { schedule: "rate(1 minute)", time_zone: "Etc/UTC", silent_hours: 1 },
    table: { reads: ["webhooks_due"] },
    sends: "webhooks",
    timeout_seconds: 50,
    handler: "webhooks/dispatch-webhooks",
    summary: "Sends the messages and deliveries of webhooks that are due to the worker",
  },
  deliverWebhook: {
    trigger: { queue: "webhooks" },
    table: {
      reads: ["accounts", "webhooks", "webhook_secrets", "outbox", "deliveries"],
      writes: ["webhooks", "outbox", "deliveries", "notifications"],
    },
    // A message becomes a delivery for each webhook that listens to it.
    sends: "webhooks",
    timeout_seconds: 30,
    handler: "webhooks/deliver-webhook",
    summary: "Tells the receivers of an account what happened",
  },
} as const satisfies Record<string, Job>;

export const webhookQueues = {
  // Receivers that hang take ten seconds each.
  webhooks: { batch_size: 1, max_receives: 5, max_concurrency: 10, stale_after_hours: 1 },
} as const satisfies Record<string, JobQueue>;
