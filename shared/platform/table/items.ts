import { ANY, ANYTHING, defineItem, RATES_RULE } from "./item.ts";
import {
  accountQuotaKey,
  accountRecordKey,
  apiKeyKey,
  calculationNameKey,
  changeKey,
  consignmentKey,
  ecbDayKey,
  eventKey,
  fullIdentifiersKey,
  idempotencyKey,
  keyListingKey,
  linkKey,
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
  sumKey,
  transactionKey,
  workerLeasesKey,
} from "./keys.ts";

/*
 * The items of the single table, each defined once. Permissions, the journal, the removal of sandboxes and the test
 * that checks every request are derived from these definitions (registry.ts). A new item needs one definition here and
 * a line in the table of docs/operations.md, which a test requires.
 *
 * An account name contains no "#", and a free id is always the last part of a key, so no two items have one key. A
 * partition of sums is a period of a scheme, or a year of the threshold.
 */

export const API_KEY_ITEM = defineItem({
  name: "key",
  key: apiKeyKey(ANY),
  version: 2,
  group: "keys",
  journal: {
    changes: {
      allBut: [
        "account",
        "created_at",
        "created_by",
        "key_id",
        "mode",
        "person",
        "scope",
        "secret_sha256",
      ],
    },
    once: ["replaced_by", "revoked_at", "revoked_by", "rotated_by"],
  },
  sandbox: "stays",
});

/**
 * The end and the last use of a key. Every function records the use of a key, but only key management may write the key
 * itself.
 */
export const KEY_LISTING_ITEM = defineItem({
  name: "listed key",
  key: keyListingKey(ANY, ANY),
  group: "key_list",
  journal: false,
  sandbox: "stays",
});

export const ACCOUNT_ITEM = defineItem({
  name: "account",
  key: accountRecordKey(ANY),
  group: "accounts",
  journal: { changes: { allBut: ["account", "created_at", "organisation"] }, rises: ["version"] },
});

export const PROFILE_ITEM = defineItem({
  name: "profile",
  key: profileKey(ANY),
  version: 2,
  group: "profile",
  journal: { changes: ANYTHING, rises: ["version"] },
});

export const REGISTRATIONS_ITEM = defineItem({
  name: "registrations",
  key: registrationsKey(ANY),
  group: "registrations",
  journal: { changes: ANYTHING, rises: ["version", "last_id"] },
});

/** The full identifiers that an account wants to be stored, sealed, with their masks. They are not in the journal. */
export const FULL_IDENTIFIERS_ITEM = defineItem({
  name: "full identifiers",
  key: fullIdentifiersKey(ANY),
  group: "full_identifiers",
  journal: false,
});

export const RECOUNT_ITEM = defineItem({
  name: "recount",
  key: recountKey(ANY),
  version: 2,
  group: "recounts",
  journal: { changes: ANYTHING, rises: ["version"] },
});

export const SOURCES_ITEM = defineItem({
  name: "sources",
  key: sourcesKey(ANY),
  group: "sources",
  journal: { changes: ANYTHING, rises: ["version", "last_id"] },
});

/** A change of an account's settings, and its author. */
export const SETTING_CHANGE_ITEM = defineItem({
  name: "change",
  key: changeKey(ANY, `${ANY}#${ANY}`),
  group: "changes",
  journal: { changes: [] },
});

export const SOURCE_TAG_ITEM = defineItem({
  name: "source tag",
  key: sourceTagKey(ANY, ANY, 0),
  group: "source_tags",
  journal: false,
});

/** A supply event, or the stub of a sale whose refunds arrived first. */
export const EVENT_ITEM = defineItem({
  name: "event",
  key: eventKey(ANY, ANY),
  version: 4,
  group: "events",
  journal: {
    // The ledger recomputes these attributes when registrations, profile or rules change. The attributes that the
    // caller sent never change.
    changes: [
      "check_codes",
      "checks",
      "classification_history",
      "classification_reasons",
      "classification_status",
      "consignment_exceeded",
      "entries",
      "establishment_country",
      "link",
      "links",
      "original_event_id",
      "rules_version",
      "schema_version",
      "propagating",
      "moved_at",
      "taken_back",
      "treatment",
      "version",
    ],
    rises: ["links", "version"],
  },
});

/** A refund or another correction, listed in the partition of its sale. */
export const LINK_ITEM = defineItem({
  ...EVENT_ITEM,
  name: "link",
  key: linkKey(ANY, ANY, ANY),
  journal: { changes: [] },
});

/** The sales of one consignment of imported goods. */
export const CONSIGNMENT_ITEM = defineItem({
  name: "consignment",
  key: consignmentKey(ANY, ANY),
  version: 2,
  group: "consignments",
  journal: { changes: ["members", "propagating", "version"], rises: ["version"] },
});

export const SUM_ITEM = defineItem({
  name: "sum",
  key: sumKey(ANY, ANY, ANY, 0),
  group: "sums",
  journal: false,
});

/** A calculation, as the log of transactions lists it. */
export const TRANSACTION_ITEM = defineItem({
  name: "transaction",
  key: transactionKey(ANY, ANY),
  version: 2,
  group: "transactions",
  journal: { changes: ["committed_event_id", "expires_at"] },
  expires: true,
});

/** The name of a calculation that was committed as several events under one id. */
export const CALCULATION_NAME_ITEM = defineItem({
  name: "calculation name",
  key: calculationNameKey(ANY, ANY),
  group: TRANSACTION_ITEM.group,
  journal: { changes: ["transaction_id"] },
  sandbox: TRANSACTION_ITEM.sandbox,
});

export const NOTIFICATION_ITEM = defineItem({
  name: "notification",
  key: notificationKey(ANY, ANY),
  group: "notifications",
  journal: { changes: ["published_at", "read_at"], once: ["published_at", "read_at"] },
});

/** A notification on any subject except the threshold. */
export const NOTICE_ITEM = defineItem({
  ...NOTIFICATION_ITEM,
  name: "notice",
  key: noticeKey(ANY, ANY),
  journal: {
    changes: [
      "changes",
      "created_at",
      "days_before",
      "directly",
      "filing_due_date",
      "late",
      "payable",
      "period_key",
      "period_keys",
      "read_at",
    ],
    rises: ["changes"],
  },
});

/** A job that writes records (Art. 63c CIR 282/2011), and its files. */
export const RECORDS_ITEM = defineItem({
  name: "records",
  key: recordsKey(ANY, ANY),
  group: "records",
  journal: {
    changes: { allBut: ["from", "id", "requested_at", "requested_by", "to"] },
    rises: ["version"],
  },
});

/** The ECB's reference rates of one day. */
export const ECB_DAY_ITEM = defineItem({
  name: "ECB day",
  key: ecbDayKey(ANY),
  version: 2,
  group: "rates",
  journal: RATES_RULE,
  sandbox: "stays",
});

/** The response to a POST with an Idempotency-Key, stored for a day. */
export const IDEMPOTENCY_ITEM = defineItem({
  name: "idempotency",
  key: idempotencyKey(ANY, ANY),
  group: "idempotency",
  journal: false,
  expires: true,
  sandbox: "stays",
});

/** The number of calls of one client of a public route in a time window. */
export const RATE_LIMIT_ITEM = defineItem({
  name: "rate limit",
  key: rateLimitKey(ANY, ANY, { start: ANY, seconds: 0 }),
  group: "rate_limits",
  journal: false,
  expires: true,
  sandbox: "stays",
});

/** The number of calls that an account has made of its quota. */
export const ACCOUNT_QUOTA_ITEM = defineItem({
  ...RATE_LIMIT_ITEM,
  name: "account quota",
  // One pattern of partition keys covers both items in permissions.
  key: { pk: RATE_LIMIT_ITEM.key.pk, sk: accountQuotaKey(ANY).sk },
});

/** The workers of a queue that serve one account, each with its end. */
export const WORKER_LEASES_ITEM = defineItem({
  name: "worker leases",
  key: workerLeasesKey(ANY, ANY),
  group: "worker_leases",
  journal: false,
  expires: true,
  sandbox: "stays",
});

/** The number of the account's current sandbox, and its clock. */
export const SANDBOX_ITEM = defineItem({
  name: "sandbox",
  key: sandboxKey(ANY),
  group: "sandboxes",
  journal: {
    changes: ["version", "generation", "emptied", "clock_day", "checked_to", "write_id"],
    rises: ["version", "generation"],
  },
  sandbox: "stays",
});

/** A key without an item: reading it shows that the table answers. */
export const READINESS_ITEM = defineItem({
  name: "readiness",
  key: readinessKey,
  group: "readiness",
  journal: false,
  sandbox: "stays",
});
