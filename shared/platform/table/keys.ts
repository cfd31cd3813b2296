/*
 * The keys of the single table, and the conditions of its queries. The items are defined in items.ts. Keys of locks,
 * webhooks and lists of events are in other files of this folder. No file outside this folder builds a key.
 *
 * Each event has its own partition key, so that writes spread.
 */
export type Key = { readonly pk: string; readonly sk: string };

/** The start key of a page of a query; undefined for the first page and after the last one. */
export type StartKey = Record<string, unknown> | undefined;

export const INDEX = "gsi1";

/** The attributes that the index copies besides keys: the filters of events, calculations and accounts. */
export const INDEX_ATTRIBUTES = [
  "source_id",
  "classification_status",
  "entries",
  "check_codes",
  "country",
  "account",
  "created_at",
  "account_state",
  "state_since",
  "retention_ends_on",
  "text_erased_at",
] as const;

export const apiKeyKey = (keyId: string): Key => ({ pk: `KEY#${keyId}`, sk: "KEY" });

const accountKey = (account: string, sk: string): Key => ({ pk: `ACCOUNT#${account}`, sk });

export const accountRecordKey = (account: string): Key => accountKey(account, "ACCOUNT");
export const profileKey = (account: string): Key => accountKey(account, "PROFILE");
/** The full identifiers of an account, sealed; a partition of their own, which few functions may read. */
export const fullIdentifiersKey = (account: string): Key => ({
  pk: `FULL_IDENTIFIERS#${account}`,
  sk: "FULL_IDENTIFIERS",
});

export const registrationsKey = (account: string): Key => accountKey(account, "REGISTRATIONS");
export const recountKey = (account: string): Key => accountKey(account, "RECOUNT");
export const sourcesKey = (account: string): Key => accountKey(account, "SOURCES");

export const notificationKey = (account: string, id: string): Key =>
  accountKey(account, `NOTIFICATION#${id}`);

export const noticeKey = (account: string, id: string): Key => accountKey(account, `NOTICE#${id}`);

/** Queries every notification of the account. */
export const notificationsOf = (account: string) => beginningAs(notificationKey(account, ""));

/** Queries every notice of the account. */
export const noticesOf = (account: string) => beginningAs(noticeKey(account, ""));

/** The condition for the items of a partition, or for those whose sort key precedes `before`. */
const keysBefore = (pk: string, before?: string) => ({
  KeyConditionExpression: before === undefined ? "pk = :pk" : "pk = :pk AND sk < :before",
  ExpressionAttributeValues: { ":pk": pk, ...(before === undefined ? {} : { ":before": before }) },
});

const beginningAs = ({ pk, sk }: Key) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :beginning)",
  ExpressionAttributeValues: { ":pk": pk, ":beginning": sk },
});

export const accountIndexKey = (account: string) => ({ gsi1pk: "ACCOUNTS", gsi1sk: account });

/** Queries all accounts, ordered by name. */
export const allAccounts = () => ({
  IndexName: INDEX,
  KeyConditionExpression: "gsi1pk = :pk",
  ExpressionAttributeValues: { ":pk": accountIndexKey("").gsi1pk },
});

const eventPk = (account: string, eventId: string) => `EVENT#${account}#${eventId}`;

export const eventKey = (account: string, eventId: string): Key => ({
  pk: eventPk(account, eventId),
  sk: "EVENT",
});

export const linkKey = (account: string, originalId: string, eventId: string): Key => ({
  pk: eventPk(account, originalId),
  sk: `LINK#${eventId}`,
});

/** Queries every non-sale that refers to `originalId`. */
export const linksOf = (account: string, originalId: string) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :link)",
  ExpressionAttributeValues: { ":pk": eventPk(account, originalId), ":link": "LINK#" },
});

/** Returns the id of the non-sale from the sort key of a link item. */
export const linkedEventId = (sk: string): string => sk.slice("LINK#".length);

export const consignmentKey = (account: string, id: string): Key => ({
  pk: `CONSIGNMENT#${account}#${id}`,
  sk: "CONSIGNMENT",
});

export const transactionKey = (account: string, id: string): Key => ({
  pk: `TRANSACTION#${account}#${id}`,
  sk: "TRANSACTION",
});

/**
 * Returns the key of a committed calculation by its event_id. The calculation became several events, none of which has
 * that id.
 */
export const calculationNameKey = (account: string, eventId: string): Key => ({
  pk: `CALCULATION#${account}#${eventId}`,
  sk: "CALCULATION",
});

export const transactionIndexKey = (account: string, transactionDate: string, id: string) => ({
  gsi1pk: `TRANSACTIONS#${account}`,
  gsi1sk: `${transactionDate}#${id}`,
});

/** Queries the account's calculations from `from` to `to`, both days included, ordered by day. */
export const transactionsBetween = (account: string, from: string, to: string) => ({
  IndexName: INDEX,
  KeyConditionExpression: "gsi1pk = :pk AND gsi1sk BETWEEN :from AND :to",
  ExpressionAttributeValues: {
    ":pk": transactionIndexKey(account, "", "").gsi1pk,
    ":from": `${from}#`,
    // The character after "#".
    ":to": `${to}$`,
  },
});

const sumPartition = (account: string, partition: string) => `T#${account}#${partition}`;

export const sumKey = (account: string, partition: string, key: string, shard: number): Key => ({
  pk: sumPartition(account, partition),
  sk: `${key}#${shard}`,
});

export const sumsOfPartition = (account: string, partition: string) => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": sumPartition(account, partition) },
});

export const sumsOfKey = (account: string, partition: string, key: string) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :key)",
  ExpressionAttributeValues: { ":pk": sumPartition(account, partition), ":key": `${key}#` },
});

/** Returns the key of a sum without its shard. */
export const sumKeyOf = (sk: string): string => sk.slice(0, sk.lastIndexOf("#"));

export const idempotencyKey = (account: string, hash: string): Key => ({
  pk: `IDEMPOTENCY#${account}#${hash}`,
  sk: "IDEMPOTENCY",
});

const sourceTagsPk = (account: string) => `SOURCE_TAGS#${account}`;

export const sourceTagKey = (account: string, sourceId: string, shard: number): Key => ({
  pk: sourceTagsPk(account),
  sk: `${sourceId}#${shard}`,
});

export const sourceTagsOf = (account: string) => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": sourceTagsPk(account) },
});

export const ecbDayKey = (day: string): Key => ({ pk: "ECB_RATES", sk: day });

/** Queries the publication days from `from` to `to`, both included, in order. */
export const ecbDaysBetween = (from: string, to: string) => ({
  KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
  ExpressionAttributeValues: { ":pk": ecbDayKey(from).pk, ":from": from, ":to": to },
});

/** A key without an item: reading it shows that the table answers. */
export const readinessKey: Key = { pk: "READINESS", sk: "READINESS" };

/*
 * Audits of sums, part of the access patterns of keys.ts.
 *
 *   pk                         sk                          item                        read by
 *   AUDITS#<account>           <YYYY-Qn>                   last audit without finding  regular audit
 *   AUDIT_RUNS#<account>       <YYYY-Qn>                   state between two runs      regular audit
 *   EVIDENCE_ROUND             ROUND                       how far a round has come    check of evidence
 */
export const evidenceRoundKey: Key = { pk: "EVIDENCE_ROUND", sk: "ROUND" };

export const auditRunKey = (account: string, quarter: string): Key => ({
  pk: `AUDIT_RUNS#${account}`,
  sk: quarter,
});

export const cleanAuditKey = (account: string, quarter: string): Key => ({
  pk: `AUDITS#${account}`,
  sk: quarter,
});

export const cleanAuditsOf = (account: string) => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": cleanAuditKey(account, "").pk },
});

/*
 * Changes of an account's settings, part of the access patterns of keys.ts. Items are added and never rewritten.
 *
 *   pk                         sk                          item                        read by
 *   CHANGES#<account>          <instant>#<subject>         the content of a change,    changes, journal
 *                              #<version>                  and its author
 */
export const changeKey = (account: string, id: string): Key => ({
  pk: `CHANGES#${account}`,
  sk: id,
});

/** Queries the account's changes, or those before the change with the id `before`. */
export const changesOf = (account: string, before?: string) =>
  keysBefore(changeKey(account, "").pk, before);

/*
 * The list of an account's API keys, stored separately from the keys themselves: every function records here when a key
 * was used, and only key management may write a key.
 *
 *   pk                         sk                          item                        read by
 *   KEYS#<account>             <key id>                    its end, its last use       list of keys
 */
export const keyListingKey = (account: string, keyId: string): Key => ({
  pk: `KEYS#${account}`,
  sk: keyId,
});

/** Queries the account's keys that end after `since` or have no end. */
export const keyListingsOf = (account: string, since: string) => ({
  KeyConditionExpression: "pk = :pk",
  FilterExpression: "attribute_not_exists(ends_at) OR ends_at > :since",
  ExpressionAttributeValues: { ":pk": keyListingKey(account, "").pk, ":since": since },
});

/*
 * Jobs that write records (Art. 63c CIR 282/2011), by the instant of their request.
 *
 *   pk                         sk                          item                        read by
 *   RECORDS#<account>          <instant>-<random>          job, its files              records
 */
export const recordsKey = (account: string, id: string): Key => ({
  pk: `RECORDS#${account}`,
  sk: id,
});

/** Queries the account's records jobs, or those requested before the job with the id `before`. */
export const recordsOf = (account: string, before?: string) =>
  keysBefore(recordsKey(account, "").pk, before);

/*
 * Call counters; `expires_at` deletes them.
 *
 *   pk                              sk                   item                  read by
 *   RATE_LIMIT#<name>#<client>      <start>#<seconds>    calls of a client     the limit of a public route
 *   RATE_LIMIT#ACCOUNT#<account>    SHARE                when it is full       the quota of an account
 */
type Window = { readonly start: string; readonly seconds: number };

/** Returns the key of the calls of one client, by the hash of its address, in the window of `seconds` from `start`. */
export const rateLimitKey = (name: string, clientHash: string, window: Window): Key => ({
  pk: `RATE_LIMIT#${name}#${clientHash}`,
  sk: `${window.start}#${window.seconds}`,
});

/** Returns the key of the quota that the account's calls have used, in all functions together. */
export const accountQuotaKey = (account: string): Key => ({
  pk: `RATE_LIMIT#ACCOUNT#${account}`,
  sk: "SHARE",
});

/** Returns the key of the workers of a queue that serve an account, its sandboxes included. */
export const workerLeasesKey = (queue: string, holder: string): Key => ({
  pk: `WORKER_LEASES#${queue}#${holder}`,
  sk: "LEASES",
});

/*
 * The current sandbox of an account, part of the access patterns of keys.ts. The item belongs to the account and stays
 * when a sandbox is emptied.
 *
 *   pk                         sk                          item                        read by
 *   SANDBOX#<account>          SANDBOX                     its number, emptyings       calls of test keys
 */
export const sandboxKey = (account: string): Key => ({
  pk: `SANDBOX#${account}`,
  sk: "SANDBOX",
});

/*
 * Imports, part of the access patterns of keys.ts. `key` is the shop's own name of a sale: its order, and in some
 * reports the article and the day.
 *
 *   pk                                    sk                   item                       read by
 *   IMPORTS#<account>                     <instant>-<random>   job and its progress       imports
 *   IMPORT_OPEN#<account>                <instant>-<random>   rows that wait, by month      returns, overview
 *   IMPORT_UNDOS#<account>                <instant>-<random>   who undid the import       verify-journal
 *   IMPORT_ORIGINAL#<account>#<source>    ORIGINAL             events of a sale, or its   import
 *     #<key>                                                   exclusion
 */
export const importKey = (account: string, id: string): Key => ({
  pk: `IMPORTS#${account}`,
  sk: id,
});

/** Returns the key of the open rows of an import. */
export const openImportRowsKey = (account: string, id: string): Key => ({
  pk: `IMPORT_OPEN#${account}`,
  sk: id,
});

/** Queries the open rows of all imports of the account. */
export const openImportRowsOf = (account: string) => keysBefore(openImportRowsKey(account, "").pk);

/** Returns the key of the proof that an import was undone. The import itself expires; the proof does not. */
export const importUndoKey = (account: string, id: string): Key => ({
  pk: `IMPORT_UNDOS#${account}`,
  sk: id,
});

/** Queries the account's imports, or those requested before the import with the id `before`. */
export const importsOf = (account: string, before?: string) =>
  keysBefore(importKey(account, "").pk, before);

/** Returns the key under which corrections in later files find a sale. */
export const importOriginalKey = (account: string, source_id: string, key: string): Key => ({
  pk: `IMPORT_ORIGINAL#${account}#${source_id}#${key}`,
  sk: "ORIGINAL",
});
