import type { ItemFamily } from "./access.ts";
import { eventListPartition } from "./event-list-keys.ts";
import { ANY, type Family, listed, partitionOf } from "./family.ts";
import {
  accountIndexKey,
  accountRecordKey,
  apiKeyKey,
  calculationNameKey,
  changeKey,
  cleanAuditKey,
  consignmentKey,
  ecbDayKey,
  eventKey,
  idempotencyKey,
  importKey,
  importOriginalKey,
  importUndoKey,
  keyListingKey,
  noticeKey,
  notificationKey,
  profileKey,
  rateLimitKey,
  readinessKey,
  recordsKey,
  recountKey,
  registrationsKey,
  sandboxKey,
  sourcesKey,
  sourceTagKey,
  tallyKey,
  transactionIndexKey,
  transactionKey,
} from "./keys.ts";
import { changeMarkKey, lockChainKey, openingStateKey } from "./period-keys.ts";
import {
  deliveryKey,
  dueIndexKey,
  outboxKey,
  webhookSecretKey,
  webhooksKey,
} from "./webhook-keys.ts";

/** The items of webhooks: who is told, with what it is signed, what happened, and how far that got. */
const WEBHOOK_FAMILIES = {
  webhooks: {
    items: [webhooksKey(ANY)],
    reads: ["GetItem"],
    writes: ["PutItem"],
    unjournaled: true,
  },
  webhook_secrets: {
    items: [partitionOf(webhookSecretKey(ANY, ANY))],
    reads: ["GetItem"],
    writes: ["UpdateItem"],
    unjournaled: true,
  },
  outbox: {
    items: [partitionOf(outboxKey(ANY, ANY))],
    reads: ["GetItem"],
    writes: ["PutItem", "UpdateItem"],
    expires: true,
    unjournaled: true,
  },
  deliveries: {
    items: [partitionOf(deliveryKey(ANY, { webhook_id: ANY, message_id: ANY }))],
    reads: ["GetItem", "Query"],
    writes: ["PutItem", "UpdateItem"],
    expires: true,
    unjournaled: true,
  },
  webhooks_due: listed(dueIndexKey(ANY)),
} as const satisfies Record<string, Family>;

/**
 * Which items the modules of this folder use, and how. The permissions of the functions are made of
 * it, and every request of the integration tests is held against it.
 */
export const ITEM_FAMILIES: Readonly<Record<ItemFamily, Family>> = {
  keys: {
    items: [partitionOf(apiKeyKey(ANY))],
    reads: ["GetItem"],
    writes: ["PutItem", "UpdateItem", "ConditionCheckItem"],
  },
  key_list: {
    items: [partitionOf(keyListingKey(ANY, ANY))],
    reads: ["Query"],
    writes: ["UpdateItem"],
    unjournaled: true,
  },
  accounts: {
    items: [accountRecordKey(ANY)],
    reads: ["GetItem"],
    writes: ["UpdateItem", "ConditionCheckItem"],
  },
  accounts_by_name: listed(accountIndexKey(ANY)),
  profile: { items: [profileKey(ANY)], reads: ["GetItem", "BatchGetItem"], writes: ["PutItem"] },
  registrations: {
    items: [registrationsKey(ANY)],
    reads: ["GetItem", "BatchGetItem"],
    writes: ["PutItem"],
  },
  recounts: { items: [recountKey(ANY)], reads: ["GetItem"], writes: ["PutItem"] },
  sources: { items: [sourcesKey(ANY)], reads: ["GetItem", "BatchGetItem"], writes: ["PutItem"] },
  changes: {
    items: [partitionOf(changeKey(ANY, ANY))],
    reads: ["Query"],
    writes: ["PutItem"],
  },
  source_tags: {
    items: [partitionOf(sourceTagKey(ANY, ANY, 0))],
    reads: ["Query"],
    writes: ["UpdateItem"],
    unjournaled: true,
  },
  events: {
    items: [partitionOf(eventKey(ANY, ANY))],
    reads: ["BatchGetItem", "Query"],
    writes: ["PutItem", "UpdateItem", "ConditionCheckItem"],
  },
  consignments: {
    items: [partitionOf(consignmentKey(ANY, ANY))],
    reads: ["BatchGetItem"],
    writes: ["PutItem", "UpdateItem", "ConditionCheckItem"],
  },
  events_by_day: listed(eventListPartition(ANY, ANY, ANY)),
  tallies: {
    items: [partitionOf(tallyKey(ANY, ANY, ANY, 0))],
    reads: ["Query"],
    writes: ["UpdateItem"],
    unjournaled: true,
  },
  audits: {
    items: [partitionOf(cleanAuditKey(ANY, ANY))],
    reads: ["Query"],
    writes: ["PutItem"],
    unjournaled: true,
  },
  transactions: {
    items: [partitionOf(transactionKey(ANY, ANY)), partitionOf(calculationNameKey(ANY, ANY))],
    reads: ["GetItem", "BatchGetItem"],
    writes: ["PutItem", "UpdateItem"],
    expires: true,
  },
  transactions_by_day: listed(transactionIndexKey(ANY, ANY, ANY)),
  locks: {
    items: [partitionOf(lockChainKey(ANY))],
    reads: ["GetItem", "Query"],
    writes: ["PutItem", "UpdateItem"],
  },
  marks: {
    items: [partitionOf(changeMarkKey(ANY, ANY, 0))],
    reads: ["Query"],
    writes: ["PutItem", "UpdateItem"],
  },
  openings: {
    items: [partitionOf(openingStateKey(ANY, ANY))],
    reads: ["GetItem", "Query"],
    writes: ["PutItem", "UpdateItem"],
  },
  notifications: {
    items: [notificationKey(ANY, ANY), noticeKey(ANY, ANY)],
    reads: ["Query"],
    writes: ["PutItem", "UpdateItem"],
  },
  records: {
    items: [partitionOf(recordsKey(ANY, ANY))],
    reads: ["GetItem", "Query"],
    writes: ["PutItem"],
  },
  imports: {
    items: [partitionOf(importKey(ANY, ANY))],
    reads: ["GetItem", "Query"],
    writes: ["PutItem", "UpdateItem"],
    expires: true,
    unjournaled: true,
  },
  import_originals: {
    items: [partitionOf(importOriginalKey(ANY, ANY, ANY))],
    reads: ["BatchGetItem"],
    writes: ["BatchWriteItem"],
    expires: true,
    unjournaled: true,
  },
  import_undos: {
    items: [partitionOf(importUndoKey(ANY, ANY))],
    reads: [],
    writes: ["PutItem"],
  },
  rates: {
    items: [partitionOf(ecbDayKey(ANY))],
    reads: ["GetItem", "BatchGetItem", "Query"],
    writes: ["PutItem"],
    unjournaled: true,
  },
  idempotency: {
    items: [partitionOf(idempotencyKey(ANY, ANY))],
    reads: ["GetItem"],
    writes: ["PutItem", "UpdateItem"],
    expires: true,
    unjournaled: true,
  },
  rate_limits: {
    items: [partitionOf(rateLimitKey(ANY, ANY, { start: ANY, seconds: 0 }))],
    reads: [],
    writes: ["UpdateItem"],
    expires: true,
    unjournaled: true,
  },
  sandboxes: { items: [sandboxKey(ANY)], reads: ["GetItem"], writes: ["PutItem"] },
  ...WEBHOOK_FAMILIES,
  readiness: { items: [readinessKey], reads: ["GetItem"], writes: [], unjournaled: true },
};
