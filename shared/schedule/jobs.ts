import type { Job, JobQueue, QueueName } from "./job.ts";

/** Every function that no caller calls, once. The CDK stack is a loop over these rows. */
export const jobs = {
  dispatchAccounts: {
    trigger: { schedule: "rate(1 hour)", time_zone: "Etc/UTC" },
    table: { reads: ["accounts_by_name"] },
    sends: "accounts",
    timeout_seconds: 300,
    handler: "monitoring/dispatch-accounts",
    summary: "Sends every account to the threshold check",
  },
  checkAccount: {
    trigger: { queue: "accounts" },
    table: { reads: ["notifications", "tallies", "rates"], writes: ["notifications"] },
    publishes: true,
    timeout_seconds: 60,
    handler: "monitoring/check-account",
    summary: "Notifies an account that has crossed the annual threshold or comes close",
  },
  refreshRates: {
    // The ECB publishes at about 16:00. From 18:00 on the run tells that today's rates are missing.
    trigger: { schedule: "cron(5/15 16-19 ? * MON-FRI *)", time_zone: "Europe/Berlin" },
    table: { reads: ["rates"], writes: ["rates"] },
    timeout_seconds: 60,
    handler: "ecb/refresh-rates",
    summary: "Fetches the ECB's reference rates, new and corrected ones",
  },
} as const satisfies Record<string, Job>;

export const queues = {
  accounts: { batch_size: 10, max_receives: 5, max_concurrency: 5 },
} as const satisfies Record<QueueName, JobQueue>;
