import { REMOVED_GROUPS } from "../platform/table/registry.ts";
import { COMMIT_READS, COMMIT_WRITES, RETURN_READS } from "./item-sets.ts";
import type { Job } from "./job.ts";

/* Every function that is not called over HTTP, one exported row each. The CDK stack is a loop over these rows. */

export const dispatchAccounts = {
  trigger: {
    schedule: "rate(1 hour)",
    silent_hours: 3,
    local: { variable: "MONITOR_EVERY_SECONDS", seconds: 300 },
  },
  table: { reads: ["accounts_by_name"] },
  sends: "accounts",
  timeout_seconds: 300,
  handler: "threshold/dispatch-accounts",
  summary: "Sends every account to the threshold check",
} as const satisfies Job;

export const checkAccount = {
  trigger: { queue: "accounts" },
  table: {
    reads: [
      "accounts",
      "profile",
      RETURN_READS,
      "notifications",
      "payments",
      "openings",
      "open_import_rows",
      "preparations",
      "board",
    ],
    writes: ["notifications", "outbox", "board"],
  },
  publishes: true,
  timeout_seconds: 60,
  handler: "threshold/check-account",
  summary:
    "Notifies an account of the threshold, of due days, and of late changes, and writes its rows of the board",
} as const satisfies Job;

export const refreshRates = {
  // The ECB publishes at about 16:00. From 18:00 on, the run reports that today's rates are missing.
  trigger: {
    schedule: "cron(5/15 16-19 ? * MON-FRI *)",
    time_zone: "Europe/Berlin",
    // Friday evening to Monday afternoon is 69 hours.
    silent_hours: 76,
    local: { variable: "REFRESH_ECB_EVERY_SECONDS", seconds: 0 },
  },
  table: { reads: ["rates"], writes: ["rates"] },
  timeout_seconds: 60,
  handler: "exchange-rates/refresh-rates",
  summary: "Fetches the ECB's reference rates, new and corrected ones",
} as const satisfies Job;

export const retryVatNumberChecks = {
  trigger: {
    schedule: "rate(1 hour)",
    silent_hours: 3,
    local: { variable: "VIES_EVERY_SECONDS", seconds: 300 },
  },
  table: {
    reads: ["vat_number_retries", "vat_number_checks"],
    writes: ["vat_number_checks", "vat_number_retries"],
  },
  seals: "unseal",
  timeout_seconds: 900,
  yields: true,
  handler: "vat-numbers/retry-checks",
  summary: "Asks VIES again for VAT numbers that it has not answered",
} as const satisfies Job;

export const compareTaxRates = {
  // Runs twice a week, because alarms cover at most seven days and could not detect a missing weekly run.
  trigger: {
    schedule: "cron(0 5 ? * MON,THU *)",
    silent_hours: 100,
    local: { variable: "COMPARE_RATES_EVERY_SECONDS", seconds: 0 },
  },
  table: {
    reads: ["rate_proposals", "rate_overlay", "accounts_by_name", "sums"],
    writes: ["rate_proposals"],
  },
  artifacts: "put",
  // Two questions for each of 27 states, three states at a time, each with two attempts of 20 seconds.
  timeout_seconds: 900,
  handler: "tax-rates/compare-tax-rates",
  summary: "Compares the VAT rates with the Commission's database, and proposes changes",
} as const satisfies Job;

export const dispatchAudits = {
  // Audits run at night, when few events arrive. They run twice a week, because alarms cover at most seven days and
  // could not detect a missing weekly run.
  trigger: {
    schedule: "cron(0 3 ? * WED,SUN *)",
    silent_hours: 100,
    local: { variable: "AUDIT_EVERY_SECONDS", seconds: 0 },
  },
  table: { reads: ["accounts_by_name"] },
  sends: "audits",
  timeout_seconds: 300,
  handler: "ledger/dispatch-audits",
  summary: "Sends every account to the audit of its sums",
} as const satisfies Job;

export const auditAccount = {
  trigger: { queue: "audits" },
  table: {
    reads: [
      "rate_overlay",
      "events_by_day",
      "events",
      "consignments",
      "sums",
      "registrations",
      "profile",
      "recounts",
      "audits",
      "audit_runs",
    ],
    writes: ["audits", "audit_runs"],
    sandboxes: { reads: ["accounts"] },
  },
  // The message of an account fans out into one message for each of its due quarters, and a quarter that takes longer
  // than one run into the next run.
  sends: "audits",
  // The maximum that Lambda allows; the job reads every event of a quarter.
  timeout_seconds: 900,
  yields: true,
  handler: "ledger/audit-account",
  summary: "Recounts an account's ledger, quarter by quarter, and tells where its sums differ",
} as const satisfies Job;

export const checkEvidence = {
  // A round over all accounts begins once a week; each run goes on with it for some minutes.
  trigger: {
    schedule: "rate(1 hour)",
    silent_hours: 6,
    local: { variable: "AUDIT_EVERY_SECONDS", seconds: 0 },
  },
  table: {
    reads: ["accounts_by_name", "evidence_rounds"],
    writes: ["evidence_rounds", "rights"],
  },
  evidence: true,
  timeout_seconds: 900,
  yields: true,
  handler: "journal/check-evidence",
  summary: "Checks locks and journal of every account once a week, and tells what was changed",
} as const satisfies Job;

export const dispatchRecounts = {
  // The schedule finds requests that failed to enqueue a message, and new rules.
  trigger: {
    schedule: "rate(1 hour)",
    silent_hours: 3,
    local: { variable: "RECOUNT_EVERY_SECONDS", seconds: 300 },
  },
  table: { reads: ["accounts_by_name"] },
  sends: "recounts",
  timeout_seconds: 300,
  handler: "ledger/dispatch-recounts",
  summary: "Sends every account to the recount of its events",
} as const satisfies Job;

export const recountAccount = {
  trigger: { queue: "recounts" },
  table: {
    reads: [
      "rate_overlay",
      "rate_proposals",
      "accounts_by_name",
      "transactions_by_day",
      "recounts",
      "registrations",
      "profile",
      "events_by_day",
      "events",
      "consignments",
    ],
    writes: ["recounts", "rate_proposals", "events", "consignments", "sums", "marks", "outbox"],
  },
  // The worker enqueues the rest of its work when one run is not enough.
  sends: "recounts",
  timeout_seconds: 900,
  yields: true,
  handler: "ledger/recount-account",
  summary:
    "Moves the events whose sums a change of registrations, profile or rules has moved, and checks events anew after a change of a VAT rate",
} as const satisfies Job;

export const operateAccounts = {
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
      "full_identifiers",
    ],
    writes: ["accounts", "keys", "rights", "events", "profile", "sources", "full_identifiers"],
  },
  // The job may have to scan every event of an account.
  timeout_seconds: 900,
  handler: "accounts/operate-accounts",
  summary: "Lists, suspends, closes accounts, and erases their free text",
} as const satisfies Job;

export const runBulkJob = {
  trigger: { queue: "bulk" },
  table: {
    reads: [
      "accounts",
      "members",
      "organisation_accounts",
      "profile",
      RETURN_READS,
      "payments",
      "openings",
      "open_import_rows",
      "imports",
      "preparations",
      "board",
      "bulk_jobs",
    ],
    writes: ["locks", "marks", "openings", "preparations", "outbox", "board", "bulk_jobs"],
  },
  artifacts: "put",
  imports: { writes: ["uploads"] },
  // Each step enqueues the next one.
  sends: "bulk",
  timeout_seconds: 180,
  handler: "people/run-bulk-job",
  summary:
    "Checks, prepares, locks or files the next returns of a job of an organisation, or makes a ZIP of their files",
} as const satisfies Job;

export const writeRecords = {
  trigger: { queue: "records" },
  table: { reads: ["records", "recounts", "events_by_day", "events"], writes: ["records"] },
  artifacts: "put",
  sends: "records",
  timeout_seconds: 900,
  yields: true,
  handler: "records/write-records",
  summary: "Writes the records of supplies that an account has asked for (Art. 63c CIR 282/2011)",
} as const satisfies Job;

export const takeDrop = {
  // A file that is put into the drop folder (docs/imports/README.md).
  trigger: { queue: "drops" },
  table: {
    reads: ["accounts", "sources", "imports"],
    writes: ["imports", "notifications", "outbox"],
  },
  imports: { reads: ["drop"] },
  sends: ["imports", "largefiles"],
  timeout_seconds: 60,
  handler: "imports/take-drop",
  summary: "Makes an import of a file that was put into the drop folder",
} as const satisfies Job;

export const readImportFile = {
  trigger: { queue: "imports" },
  table: {
    reads: ["rate_overlay", "imports", "accounts", "worker_leases"],
    writes: ["imports", "open_import_rows", "notifications", "outbox", "worker_leases"],
  },
  imports: { reads: ["drop", "uploads", "work"], writes: ["work"] },
  sends: ["chunks", "imports"],
  timeout_seconds: 180,
  handler: "imports/read-import-file",
  summary: "Reads a small file of an import, and cuts what its rows say into parts",
} as const satisfies Job;

export const readLargeFile = {
  trigger: { queue: "largefiles" },
  table: {
    reads: ["rate_overlay", "imports", "accounts", "worker_leases"],
    writes: ["imports", "open_import_rows", "notifications", "outbox", "worker_leases"],
  },
  imports: { reads: ["drop", "uploads", "work"], writes: ["work"] },
  isLarge: true,
  sends: ["chunks", "largefiles"],
  timeout_seconds: 900,
  handler: "imports/read-large-file",
  summary: "Reads a large file of an import, and cuts what its rows say into parts",
} as const satisfies Job;

export const commitImportPart = {
  trigger: { queue: "chunks" },
  table: {
    reads: [
      COMMIT_READS,
      "imports",
      "shop_orders",
      "order_names",
      "accounts",
      "import_originals",
      "movements",
      "worker_leases",
    ],
    writes: [
      "imports",
      "shop_orders",
      "order_names",
      "open_import_rows",
      "import_originals",
      "movements",
      COMMIT_WRITES,
      "notifications",
      "outbox",
      "board_checks",
      "worker_leases",
    ],
  },
  imports: { reads: ["work"], writes: ["work"] },
  // The last part of the rows enqueues the parts with corrections.
  sends: ["chunks", "accounts"],
  timeout_seconds: 180,
  handler: "imports/commit-import-part",
  summary: "Commits one part of an import, and ends the import after the last one",
} as const satisfies Job;

export const bookMessage = {
  needs: "connections",
  trigger: { queue: "inbound" },
  table: {
    reads: [
      COMMIT_READS,
      "connections",
      "connection_secrets",
      "inbound_deliveries",
      "shop_orders",
      "order_names",
      "accounts",
      "import_originals",
      "worker_leases",
    ],
    writes: [
      "inbound_deliveries",
      "shop_orders",
      "order_names",
      "open_import_rows",
      COMMIT_WRITES,
      "outbox",
      "worker_leases",
    ],
  },
  imports: { reads: ["work"] },
  // A message that is not to be booked yet goes back to the queue.
  sends: "inbound",
  // Refunds of WooCommerce are fetched from the shop.
  seals: "unseal",
  timeout_seconds: 60,
  handler: "connections/book-message",
  summary: "Books one message of a connected shop",
} as const satisfies Job;

export const dispatchCatchUps = {
  needs: "connections",
  // The first run of a day begins catch-ups; each run takes up those whose message was lost.
  trigger: {
    schedule: "rate(1 hour)",
    silent_hours: 3,
    local: { variable: "CATCH_UP_EVERY_SECONDS", seconds: 300 },
  },
  table: { reads: ["accounts_by_name"] },
  sends: "catchups",
  timeout_seconds: 300,
  handler: "connections/dispatch-catch-ups",
  summary: "Sends every account to the catch-up of its connected shops",
} as const satisfies Job;

export const catchUp = {
  needs: "connections",
  trigger: { queue: "catchups" },
  table: {
    reads: [
      COMMIT_READS,
      "connections",
      "connection_secrets",
      "catch_ups",
      "inbound_deliveries",
      "shop_orders",
      "order_names",
      "shop_orders_by_day",
      "open_orders",
      "accounts",
      "import_originals",
      "worker_leases",
    ],
    writes: [
      "connections",
      "notifications",
      "catch_ups",
      "inbound_deliveries",
      "shop_orders",
      "order_names",
      "open_import_rows",
      COMMIT_WRITES,
      "outbox",
      "worker_leases",
    ],
  },
  imports: { writes: ["work"] },
  seals: "unseal",
  // Each step enqueues the next one.
  sends: "catchups",
  timeout_seconds: 120,
  handler: "connections/catch-up",
  summary:
    "Asks a connected shop for one page of its orders, and books what no message has brought",
} as const satisfies Job;

export const dispatchRemovals = {
  // The schedule finds sandboxes whose message was not enqueued, and items that were written late.
  trigger: {
    schedule: "rate(1 hour)",
    silent_hours: 3,
    local: { variable: "RECOUNT_EVERY_SECONDS", seconds: 300 },
  },
  table: { reads: ["accounts_by_name"] },
  sends: "removals",
  timeout_seconds: 300,
  handler: "accounts/dispatch-removals",
  summary: "Sends every sandbox that was emptied to the removal of what is left of it",
} as const satisfies Job;

export const removeSandbox = {
  trigger: { queue: "removals" },
  table: {
    reads: ["sandboxes"],
    sandboxes: { reads: ["accounts", "recounts"], removes: REMOVED_GROUPS },
  },
  sends: "removals",
  timeout_seconds: 900,
  yields: true,
  handler: "accounts/remove-sandbox",
  summary: "Removes what is left of a sandbox that was emptied",
} as const satisfies Job;

// Webhook receivers are notified of events (docs/decisions/0210).
export const dispatchWebhooks = {
  // The schedule of retries: deliveries that are due within the minute are sent to the worker.
  trigger: {
    schedule: "rate(1 minute)",
    silent_hours: 1,
    local: { variable: "WEBHOOKS_EVERY_SECONDS", seconds: 5 },
  },
  table: { reads: ["webhooks_due"], writes: ["rate_limits"] },
  sends: "webhooks",
  timeout_seconds: 50,
  handler: "webhooks/dispatch-webhooks",
  summary: "Sends the messages and deliveries of webhooks that are due to the worker",
} as const satisfies Job;

export const deliverWebhook = {
  trigger: { queue: "webhooks", local_variable: "WEBHOOKS_EVERY_SECONDS" },
  table: {
    reads: [
      "accounts",
      "webhooks",
      "webhook_secrets",
      "webhook_turns",
      "outbox",
      "deliveries",
      "notifications",
      "members",
      "mail_settings",
      "organisation_accounts",
      "worker_leases",
    ],
    writes: [
      "webhooks",
      "webhook_turns",
      "outbox",
      "deliveries",
      "notifications",
      "mails",
      "worker_leases",
    ],
  },
  // A message becomes one delivery for each subscribed webhook, and one mail for each recipient.
  sends: ["webhooks", "mails"],
  seals: "unseal",
  mails: "offer",
  timeout_seconds: 30,
  handler: "webhooks/deliver-webhook",
  summary: "Tells the receivers of an account what happened",
} as const satisfies Job;

export const dispatchMails = {
  needs: "mail",
  trigger: {
    schedule: "rate(1 minute)",
    silent_hours: 1,
    local: { variable: "MAILS_EVERY_SECONDS", seconds: 5 },
  },
  table: { reads: ["mails_due"] },
  sends: "mails",
  timeout_seconds: 50,
  handler: "mails/dispatch-mails",
  summary: "Sends the mails and digests that are due to the worker",
} as const satisfies Job;

export const sendMail = {
  needs: "mail",
  trigger: { queue: "mails", local_variable: "MAILS_EVERY_SECONDS" },
  table: {
    reads: [
      "mails",
      "mail_settings",
      "mail_suppressions",
      "memberships",
      "organisations",
      "members",
      "organisation_accounts",
      "board",
    ],
    writes: ["mails", "mail_settings"],
  },
  // A digest becomes one mail for each organisation.
  sends: "mails",
  seals: "unseal",
  mails: "send",
  timeout_seconds: 60,
  handler: "mails/send-mail",
  summary: "Sends one mail, or makes the digests of a person",
} as const satisfies Job;

export const suppressAddress = {
  needs: "ses",
  trigger: { queue: "feedback" },
  table: { writes: ["mail_suppressions"] },
  timeout_seconds: 30,
  handler: "mails/suppress-address",
  summary: "Suppresses addresses that mails bounced from, or whose owner has complained",
} as const satisfies Job;
