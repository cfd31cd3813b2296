import type { TableAccess } from "../table/access.ts";
import { REMOVED_GROUPS } from "../table/registry.ts";

/** Every function that no caller calls, once. The CDK stack is a loop over these rows. */
export const jobs = {
  dispatchAccounts: {
    trigger: {
      schedule: "rate(1 hour)",
      time_zone: "Etc/UTC",
      silent_hours: 3,
      local: { variable: "MONITOR_EVERY_SECONDS", seconds: 300 },
    },
    table: { reads: ["accounts_by_name"] },
    sends: "accounts",
    timeout_seconds: 300,
    handler: "threshold/dispatch-accounts",
    summary: "Sends every account to the threshold check",
  },
  checkAccount: {
    trigger: { queue: "accounts" },
    table: {
      reads: ["profile", "registrations", "notifications", "sums", "rates", "marks"],
      writes: ["notifications", "outbox"],
    },
    publishes: true,
    timeout_seconds: 60,
    handler: "threshold/check-account",
    summary: "Notifies an account of the threshold, of due days, and of late changes",
  },
  refreshRates: {
    // The ECB publishes at about 16:00. From 18:00 on the run tells that today's rates are missing.
    trigger: {
      schedule: "cron(5/15 16-19 ? * MON-FRI *)",
      time_zone: "Europe/Berlin",
      // From Friday evening to Monday afternoon are 69 hours.
      silent_hours: 76,
      local: { variable: "REFRESH_ECB_EVERY_SECONDS", seconds: 0 },
    },
    table: { reads: ["rates"], writes: ["rates"] },
    timeout_seconds: 60,
    handler: "exchange-rates/refresh-rates",
    summary: "Fetches the ECB's reference rates, new and corrected ones",
  },
  dispatchAudits: {
    // When few work: an audit is best made while no events arrive. Twice a week, because no alarm
    // looks back further than seven days, and so none could tell that a weekly round did not come.
    trigger: {
      schedule: "cron(0 3 ? * WED,SUN *)",
      time_zone: "Etc/UTC",
      silent_hours: 100,
      local: { variable: "AUDIT_EVERY_SECONDS", seconds: 0 },
    },
    table: { reads: ["accounts_by_name"] },
    sends: "audits",
    timeout_seconds: 300,
    handler: "ledger/dispatch-audits",
    summary: "Sends every account to the audit of its sums",
  },
  auditAccount: {
    trigger: { queue: "audits" },
    table: {
      reads: [
        "events_by_day",
        "events",
        "consignments",
        "sums",
        "registrations",
        "profile",
        "recounts",
        "audits",
      ],
      writes: ["audits"],
      sandboxes: { reads: ["accounts"] },
    },
    // An account becomes a message for each of its quarters that is due.
    sends: "audits",
    // The longest that Lambda allows: it reads every event of a quarter.
    timeout_seconds: 900,
    handler: "ledger/audit-account",
    summary: "Recounts an account's ledger, quarter by quarter, and tells where its sums differ",
  },
  dispatchRecounts: {
    // A request that could not tell the worker is found by this round, and so are new rules.
    trigger: {
      schedule: "rate(1 hour)",
      time_zone: "Etc/UTC",
      silent_hours: 3,
      local: { variable: "RECOUNT_EVERY_SECONDS", seconds: 300 },
    },
    table: { reads: ["accounts_by_name"] },
    sends: "recounts",
    timeout_seconds: 300,
    handler: "ledger/dispatch-recounts",
    summary: "Sends every account to the recount of its events",
  },
  recountAccount: {
    trigger: { queue: "recounts" },
    table: {
      reads: ["recounts", "registrations", "profile", "events_by_day", "events", "consignments"],
      writes: ["recounts", "events", "consignments", "sums", "marks", "outbox"],
    },
    // What it cannot do in one run it sends to itself again.
    sends: "recounts",
    timeout_seconds: 900,
    handler: "ledger/recount-account",
    summary: "Moves the events whose sums a change of registrations, profile or rules has moved",
  },
  operateAccounts: {
    trigger: { invoked_by: "operator" },
    table: {
      reads: [
        "accounts",
        "accounts_by_name",
        "recounts",
        "keys",
        "key_list",
        "events_by_day",
        "events",
        "profile",
        "sources",
        "locks",
      ],
      writes: ["accounts", "keys", "events", "profile", "sources"],
    },
    // It may have to look at every event of an account.
    timeout_seconds: 900,
    handler: "accounts/operate-accounts",
    summary: "Lists, suspends, closes accounts, and erases their free text",
  },
  writeRecords: {
    trigger: { queue: "records" },
    table: { reads: ["records", "recounts", "events_by_day", "events"], writes: ["records"] },
    artifacts: "put",
    sends: "records",
    timeout_seconds: 900,
    handler: "records/write-records",
    summary: "Writes the records of supplies that an account has asked for (Art. 63c CIR 282/2011)",
  },
  readImportFile: {
    trigger: { queue: "imports" },
    table: { reads: ["imports", "accounts"], writes: ["imports", "outbox"] },
    imports: { reads: ["uploads", "work"], writes: ["work"] },
    isLarge: true,
    sends: "chunks",
    timeout_seconds: 900,
    handler: "imports/read-import-file",
    summary: "Reads the file of an import, and cuts what its rows say into parts",
  },
  commitImportPart: {
    trigger: { queue: "chunks" },
    table: {
      reads: [
        "imports",
        "accounts",
        "import_originals",
        "profile",
        "recounts",
        "registrations",
        "sources",
        "events",
        "consignments",
        "transactions",
      ],
      writes: [
        "imports",
        "import_originals",
        "recounts",
        "events",
        "consignments",
        "sums",
        "marks",
        "source_tags",
        "outbox",
      ],
    },
    imports: { reads: ["work"], writes: ["work"] },
    // The last part of the rows lets those with corrections begin.
    sends: "chunks",
    timeout_seconds: 180,
    handler: "imports/commit-import-part",
    summary: "Commits one part of an import, and ends the import after the last one",
  },
  dispatchRemovals: {
    // A sandbox that could not tell the worker is found by this round, and what was written to it late.
    trigger: {
      schedule: "rate(1 hour)",
      time_zone: "Etc/UTC",
      silent_hours: 3,
      local: { variable: "RECOUNT_EVERY_SECONDS", seconds: 300 },
    },
    table: { reads: ["accounts_by_name"] },
    sends: "removals",
    timeout_seconds: 300,
    handler: "accounts/dispatch-removals",
    summary: "Sends every sandbox that was emptied to the removal of what is left of it",
  },
  removeSandbox: {
    trigger: { queue: "removals" },
    table: {
      reads: ["sandboxes"],
      sandboxes: { reads: ["accounts", "recounts"], removes: REMOVED_GROUPS },
    },
    sends: "removals",
    timeout_seconds: 900,
    handler: "accounts/remove-sandbox",
    summary: "Removes what is left of a sandbox that was emptied",
  },
  // Receivers are told what happens (docs/decisions/0210).
  dispatchWebhooks: {
    // The clock of retries: what is due within the minute is sent to the worker.
    trigger: {
      schedule: "rate(1 minute)",
      time_zone: "Etc/UTC",
      silent_hours: 1,
      local: { variable: "WEBHOOKS_EVERY_SECONDS", seconds: 5 },
    },
    table: { reads: ["webhooks_due"] },
    sends: "webhooks",
    timeout_seconds: 50,
    handler: "webhooks/dispatch-webhooks",
    summary: "Sends the messages and deliveries of webhooks that are due to the worker",
  },
  deliverWebhook: {
    trigger: { queue: "webhooks", local_variable: "WEBHOOKS_EVERY_SECONDS" },
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

export const queues = {
  accounts: { batch_size: 10, max_receives: 5, max_concurrency: 5, stale_after_hours: 2 },
  recounts: { batch_size: 1, max_receives: 5, max_concurrency: 2, stale_after_hours: 12 },
  records: { batch_size: 1, max_receives: 5, max_concurrency: 2, stale_after_hours: 12 },
  imports: { batch_size: 1, max_receives: 5, max_concurrency: 2, stale_after_hours: 12 },
  chunks: { batch_size: 1, max_receives: 5, max_concurrency: 5, stale_after_hours: 12 },
  removals: { batch_size: 1, max_receives: 5, max_concurrency: 2, stale_after_hours: 12 },
  // Receivers that hang take ten seconds each.
  webhooks: { batch_size: 1, max_receives: 5, max_concurrency: 10, stale_after_hours: 1 },
  audits: { batch_size: 1, max_receives: 2, max_concurrency: 2, stale_after_hours: 72 },
} as const satisfies Record<QueueName, JobQueue>;

/** What starts a job: the clock, or messages in a queue. */
export type Trigger =
  | {
      /** A rate or cron expression of EventBridge Scheduler. */
      readonly schedule: string;
      /** The clock it goes by, summer time included. */
      readonly time_zone: "Etc/UTC" | "Europe/Berlin";
      /** Hours without a completed run after which an alarm is raised; 168 at most. */
      readonly silent_hours: number;
      readonly local: LocalInterval;
    }
  | {
      readonly queue: QueueName;
      /** A local stack runs no worker of this queue while the variable is 0. */
      readonly local_variable?: string;
    }
  /** Nobody but an operator who may invoke the function. */
  | { readonly invoked_by: "operator" };

/** The seconds between two runs in a local stack, and the environment variable that changes them; 0 is never. */
export type LocalInterval = { readonly variable: string; readonly seconds: number };

export type QueueName =
  | "accounts"
  | "audits"
  | "chunks"
  | "imports"
  | "records"
  | "recounts"
  | "removals"
  | "webhooks";

/** The environment variable with the URL of a queue, in every function that sends to it. */
export const queueVariable = (name: QueueName): string => `${name.toUpperCase()}_QUEUE_URL`;

/** The folders of the bucket of imports that a function reads and writes. */
export type ImportFolders = {
  readonly reads?: readonly ImportFolder[];
  readonly writes?: readonly ImportFolder[];
};

type ImportFolder = "uploads" | "work";

/** A queue between two jobs. */
export type JobQueue = {
  /** Messages the worker is handed at once, at most. */
  readonly batch_size: number;
  /** Deliveries of a message that keeps failing, before it goes to the dead letters. */
  readonly max_receives: number;
  /** Workers at once, at most: a run over all accounts must not take the table's capacity. */
  readonly max_concurrency: number;
  /** Hours that no message should have to wait. One that keeps failing is a dead letter before. */
  readonly stale_after_hours: number;
};

export type Job = {
  readonly trigger: Trigger;
  readonly table: TableAccess;
  /** The queue it writes to. */
  readonly sends?: QueueName;
  /** Whether it stores files in the artifact bucket. */
  readonly artifacts?: "put";
  /** What it does with the bucket of imports. */
  readonly imports?: ImportFolders;
  /** Whether it reads and cuts large files, which takes a processor and a disk. */
  readonly isLarge?: true;
  /** Whether it puts events on the event bus. */
  readonly publishes?: true;
  readonly timeout_seconds: number;
  /** A file under functions/, without its ending. */
  readonly handler: string;
  readonly summary: string;
};
