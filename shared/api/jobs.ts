import { BOOK_ORDER_USES, IMPORT_MOVE_USES } from "../imports/table-uses.ts";
import { CHANGE_USES, EVENT_LIST_USES, THRESHOLD_USES } from "../ledger/table-uses.ts";
import { LEASE_USES } from "../platform/queues/table-uses.ts";
import type { TableUses } from "../platform/table/item.ts";
import { REMOVED_GROUPS } from "../platform/table/registry.ts";
import { FINDINGS_USES, LOCK_USES } from "../returns/table-uses.ts";
import type { Job } from "./job.ts";

/* Every function that is not called over HTTP, one exported row each. The CDK stack is a loop over these rows. */

export const dispatchAccounts = {
  trigger: {
    schedule: "rate(1 hour)",
    silent_hours: 3,
    local: { variable: "MONITOR_EVERY_SECONDS", seconds: 300 },
  },
  table: [
    "GetItem rate_overlay",
    "GetItem rates_told",
    "GetItem webhooks",
    "Query accounts_by_name",
    "PutItem outbox",
    "PutItem rates_told",
  ],
  sends: "accounts",
  timeout_seconds: 300,
  handler: "threshold/dispatch-accounts",
  summary: "Sends every account to the threshold check, and tells webhooks of changed VAT rates",
} as const satisfies Job;

export const checkAccount = {
  trigger: { queue: "accounts" },
  table: [
    THRESHOLD_USES,
    FINDINGS_USES,
    "GetItem accounts",
    "GetItem recounts",
    "GetItem sandboxes",
    "Query board",
    "Query notifications",
    "Query payments",
    "Query preparations",
    "Query upload_links",
    "PutItem notifications",
    "PutItem outbox",
    "PutItem sandboxes",
    "UpdateItem board",
    "UpdateItem notifications",
  ],
  publishes: true,
  // A sandbox whose clock has passed more than a month is checked by one message a month.
  sends: "accounts",
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
  table: ["GetItem rates", "Query rates", "PutItem rates"],
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
  table: [
    "GetItem vat_number_checks",
    "Query vat_number_retries",
    "UpdateItem vat_number_checks",
    "UpdateItem vat_number_retries",
  ],
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
  table: [
    "GetItem rate_overlay",
    "GetItem rate_proposals",
    "Query accounts_by_name",
    "Query sums",
    "PutItem rate_proposals",
  ],
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
  table: ["Query accounts_by_name"],
  sends: "audits",
  timeout_seconds: 300,
  handler: "ledger/dispatch-audits",
  summary: "Sends every account to the audit of its sums",
} as const satisfies Job;

export const auditAccount = {
  trigger: { queue: "audits" },
  table: [
    EVENT_LIST_USES,
    "GetItem audit_runs",
    "GetItem rate_overlay",
    "BatchGetItem consignments",
    "BatchGetItem profile",
    "BatchGetItem registrations",
    "Query audits",
    "Query events",
    "Query sums",
    "PutItem audit_runs",
    "PutItem audits",
  ],
  sandboxes: { uses: ["GetItem accounts"] },
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
  table: [
    "GetItem evidence_rounds",
    "Query accounts_by_name",
    "PutItem evidence_rounds",
    "PutItem rights",
  ],
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
  table: ["Query accounts_by_name"],
  sends: "recounts",
  timeout_seconds: 300,
  handler: "ledger/dispatch-recounts",
  summary: "Sends every account to the recount of its events",
} as const satisfies Job;

export const recountAccount = {
  trigger: { queue: "recounts" },
  table: [
    CHANGE_USES,
    EVENT_LIST_USES,
    "GetItem rate_overlay",
    "GetItem rate_proposals",
    "BatchGetItem profile",
    "BatchGetItem registrations",
    "BatchGetItem transactions",
    "Query accounts_by_name",
    "Query transactions_by_day",
    "PutItem outbox",
    "PutItem rate_proposals",
    "PutItem recounts",
  ],
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
  table: [
    "GetItem accounts",
    "GetItem full_identifiers",
    "GetItem keys",
    "GetItem profile",
    "GetItem recounts",
    "GetItem sandboxes",
    "GetItem sources",
    "BatchGetItem events",
    "Query accounts_by_name",
    "Query events_by_day",
    "Query key_list",
    "Query locks",
    "Query order_names",
    "PutItem changes",
    "PutItem full_identifiers",
    "PutItem profile",
    "PutItem rights",
    "PutItem sources",
    "UpdateItem accounts",
    "UpdateItem events",
    "UpdateItem keys",
    "BatchWriteItem order_names",
    "ConditionCheckItem accounts",
  ],
  // The job may have to scan every event of an account.
  timeout_seconds: 900,
  handler: "accounts/operate-accounts",
  summary: "Lists, suspends, closes accounts, and erases their free text",
} as const satisfies Job;

export const runBulkJob = {
  trigger: { queue: "bulk" },
  table: [
    "BatchGetItem organisation_accounts",
    "BatchGetItem persons",
    LOCK_USES,
    IMPORT_MOVE_USES,
    "GetItem bulk_jobs",
    "GetItem full_identifiers",
    "GetItem members",
    "GetItem rate_overlay",
    "GetItem sheet_ticks",
    "Query board",
    "Query payments",
    "Query preparations",
    "Query upload_links",
    "PutItem bulk_jobs",
    "PutItem payments",
    "PutItem preparations",
    "PutItem rights",
    "UpdateItem locks",
  ],
  artifacts: "put",
  imports: { writes: ["uploads"] },
  seals: "unseal",
  // Each step enqueues the next one.
  sends: ["bulk", "imports", "largefiles"],
  timeout_seconds: 180,
  handler: "people/run-bulk-job",
  summary:
    "Checks, prepares, locks, files or pays the next returns of a job of an organisation, commits what clients sent, or makes a ZIP of their files",
} as const satisfies Job;

export const writeRecords = {
  trigger: { queue: "records" },
  table: [EVENT_LIST_USES, "Query records", "PutItem records"],
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
  table: [
    "GetItem accounts",
    "GetItem imports",
    "GetItem sources",
    "PutItem imports",
    "PutItem notifications",
    "PutItem outbox",
  ],
  imports: { reads: ["drop"] },
  sends: ["imports", "largefiles"],
  timeout_seconds: 60,
  handler: "imports/take-drop",
  summary: "Makes an import of a file that was put into the drop folder",
} as const satisfies Job;

const READ_FILE_USES: TableUses = [
  LEASE_USES,
  IMPORT_MOVE_USES,
  "GetItem accounts",
  "GetItem rate_overlay",
  "BatchGetItem profile",
  "BatchGetItem registrations",
];

export const readImportFile = {
  trigger: { queue: "imports" },
  table: READ_FILE_USES,
  imports: { reads: ["drop", "uploads", "work"], writes: ["work"] },
  sends: ["chunks", "imports"],
  timeout_seconds: 180,
  handler: "imports/read-import-file",
  summary: "Reads a small file of an import, and cuts what its rows say into parts",
} as const satisfies Job;

export const readLargeFile = {
  trigger: { queue: "largefiles" },
  table: READ_FILE_USES,
  imports: { reads: ["drop", "uploads", "work"], writes: ["work"] },
  isLarge: true,
  sends: ["chunks", "largefiles"],
  timeout_seconds: 900,
  handler: "imports/read-large-file",
  summary: "Reads a large file of an import, and cuts what its rows say into parts",
} as const satisfies Job;

export const commitImportPart = {
  trigger: { queue: "chunks" },
  table: [
    LEASE_USES,
    IMPORT_MOVE_USES,
    BOOK_ORDER_USES,
    "GetItem accounts",
    "BatchGetItem movements",
    "BatchGetItem shop_orders",
    "Query orders_by_name",
    "UpdateItem board_checks",
    "BatchWriteItem import_originals",
    "BatchWriteItem movements",
  ],
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
  table: [
    LEASE_USES,
    BOOK_ORDER_USES,
    "GetItem accounts",
    "GetItem connection_secrets",
    "GetItem connections",
    "GetItem inbound_deliveries",
    "UpdateItem inbound_deliveries",
  ],
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
  table: ["Query accounts_by_name"],
  sends: "catchups",
  timeout_seconds: 300,
  handler: "connections/dispatch-catch-ups",
  summary: "Sends every account to the catch-up of its connected shops",
} as const satisfies Job;

export const catchUp = {
  needs: "connections",
  trigger: { queue: "catchups" },
  table: [
    LEASE_USES,
    BOOK_ORDER_USES,
    "GetItem accounts",
    "GetItem catch_ups",
    "GetItem connection_secrets",
    "GetItem connections",
    "BatchGetItem catch_ups",
    "Query open_orders",
    "Query shop_orders_by_day",
    "PutItem catch_ups",
    "PutItem connections",
    "PutItem notifications",
    "PutItem outbox",
    "UpdateItem inbound_deliveries",
  ],
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
  table: ["Query accounts_by_name"],
  sends: "removals",
  timeout_seconds: 300,
  handler: "accounts/dispatch-removals",
  summary: "Sends every sandbox that was emptied to the removal of what is left of it",
} as const satisfies Job;

export const removeSandbox = {
  trigger: { queue: "removals" },
  table: ["GetItem sandboxes"],
  sandboxes: { uses: ["GetItem accounts", "GetItem recounts"], removes: REMOVED_GROUPS },
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
  table: ["Query webhooks_due", "UpdateItem rate_limits"],
  sends: "webhooks",
  timeout_seconds: 50,
  handler: "webhooks/dispatch-webhooks",
  summary: "Sends the messages and deliveries of webhooks that are due to the worker",
} as const satisfies Job;

export const deliverWebhook = {
  trigger: { queue: "webhooks", local_variable: "WEBHOOKS_EVERY_SECONDS" },
  table: [
    LEASE_USES,
    "GetItem accounts",
    "GetItem organisations",
    "GetItem outbox",
    "GetItem webhook_secrets",
    "GetItem webhook_turns",
    "GetItem webhooks",
    "BatchGetItem mail_settings",
    "BatchGetItem organisation_accounts",
    "Query members",
    "Query notifications",
    "PutItem deliveries",
    "PutItem mails",
    "PutItem notifications",
    "PutItem webhooks",
    "UpdateItem deliveries",
    "UpdateItem outbox",
    "UpdateItem webhook_turns",
  ],
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
  table: ["Query mails_due"],
  sends: "mails",
  timeout_seconds: 50,
  handler: "mails/dispatch-mails",
  summary: "Sends the mails and digests that are due to the worker",
} as const satisfies Job;

export const sendMail = {
  needs: "mail",
  trigger: { queue: "mails", local_variable: "MAILS_EVERY_SECONDS" },
  table: [
    "GetItem mail_settings",
    "GetItem mail_suppressions",
    "GetItem members",
    "GetItem organisations",
    "BatchGetItem organisation_accounts",
    "Query board",
    "Query memberships",
    "PutItem mail_settings",
    "PutItem mails",
    "UpdateItem mails",
  ],
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
  table: ["PutItem mail_suppressions"],
  timeout_seconds: 30,
  handler: "mails/suppress-address",
  summary: "Suppresses addresses that mails bounced from, or whose owner has complained",
} as const satisfies Job;
