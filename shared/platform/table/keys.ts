/*
 * The keys of the single table, and the conditions of its queries. The items are defined in items.ts. Keys of locks,
 * webhooks and lists of events are in other files of this folder. No file outside this folder builds a key.
 *
 * Each event has its own partition key, so that writes spread.
 */
import type { AccountId, AuthorId, EventId, LedgerId } from "../../core/ids.ts";

export type Key = { readonly pk: string; readonly sk: string };

/** The start key of a page of a query; undefined for the first page and after the last one. */
export type StartKey = Record<string, unknown> | undefined;

export const INDEX = "gsi1";

/** Returns the ledger of a key whose partition is named `<KIND>#<ledger>…`. */
export const ledgerOfKey = ({ pk }: Pick<Key, "pk">): LedgerId =>
  (pk.split("#")[1] ?? "") as LedgerId;

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

export const apiKeyKey = (keyId: AuthorId): Key => ({ pk: `KEY#${keyId}`, sk: "KEY" });

const accountKey = (account: AccountId | LedgerId, sk: string): Key => ({
  pk: `ACCOUNT#${account}`,
  sk,
});

export const accountRecordKey = (account: AccountId | LedgerId): Key =>
  accountKey(account, "ACCOUNT");
export const profileKey = (ledger: LedgerId): Key => accountKey(ledger, "PROFILE");
/** The full identifiers of an account, sealed; a partition of their own, which few functions may read. */
export const fullIdentifiersKey = (ledger: LedgerId): Key => ({
  pk: `FULL_IDENTIFIERS#${ledger}`,
  sk: "FULL_IDENTIFIERS",
});

export const registrationsKey = (ledger: LedgerId): Key => accountKey(ledger, "REGISTRATIONS");
export const recountKey = (ledger: LedgerId): Key => accountKey(ledger, "RECOUNT");
export const sourcesKey = (ledger: LedgerId): Key => accountKey(ledger, "SOURCES");

export const notificationKey = (ledger: LedgerId, id: string): Key =>
  accountKey(ledger, `NOTIFICATION#${id}`);

export const noticeKey = (ledger: LedgerId, id: string): Key => accountKey(ledger, `NOTICE#${id}`);

export const notificationsOf = (ledger: LedgerId) => beginningAs(notificationKey(ledger, ""));

export const noticesOf = (ledger: LedgerId) => beginningAs(noticeKey(ledger, ""));

/** The condition for the items of a partition, or for those whose sort key precedes `before`. */
export const keysBefore = (pk: string, before?: string) => ({
  KeyConditionExpression: before === undefined ? "pk = :pk" : "pk = :pk AND sk < :before",
  ExpressionAttributeValues: { ":pk": pk, ...(before === undefined ? {} : { ":before": before }) },
});

const beginningAs = ({ pk, sk }: Key) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :beginning)",
  ExpressionAttributeValues: { ":pk": pk, ":beginning": sk },
});

const ACCOUNTS = "ACCOUNTS";

export const accountIndexKey = (account: AccountId | LedgerId) => ({
  gsi1pk: ACCOUNTS,
  gsi1sk: account,
});

/** Queries all accounts, ordered by name. */
export const allAccounts = () => ({
  IndexName: INDEX,
  KeyConditionExpression: "gsi1pk = :pk",
  ExpressionAttributeValues: { ":pk": ACCOUNTS },
});

const eventPk = (ledger: LedgerId, eventId: EventId) => `EVENT#${ledger}#${eventId}`;

export const eventKey = (ledger: LedgerId, eventId: EventId): Key => ({
  pk: eventPk(ledger, eventId),
  sk: "EVENT",
});

export const linkKey = (ledger: LedgerId, originalId: EventId, eventId: EventId): Key => ({
  pk: eventPk(ledger, originalId),
  sk: `LINK#${eventId}`,
});

/** Queries every non-sale that refers to `originalId`. */
export const linksOf = (ledger: LedgerId, originalId: EventId) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :link)",
  ExpressionAttributeValues: { ":pk": eventPk(ledger, originalId), ":link": "LINK#" },
});

/** Returns the id of the non-sale from the sort key of a link item. */
export const linkedEventId = (sk: string): EventId => sk.slice("LINK#".length) as EventId;

export const consignmentKey = (ledger: LedgerId, id: string): Key => ({
  pk: `CONSIGNMENT#${ledger}#${id}`,
  sk: "CONSIGNMENT",
});

export const transactionKey = (ledger: LedgerId, id: string): Key => ({
  pk: `TRANSACTION#${ledger}#${id}`,
  sk: "TRANSACTION",
});

/**
 * Returns the key of a committed calculation by its event_id. The calculation became several events, none of which has
 * that id.
 */
export const calculationNameKey = (ledger: LedgerId, eventId: EventId): Key => ({
  pk: `CALCULATION#${ledger}#${eventId}`,
  sk: "CALCULATION",
});

export const transactionIndexKey = (ledger: LedgerId, transactionDate: string, id: string) => ({
  gsi1pk: `TRANSACTIONS#${ledger}`,
  gsi1sk: `${transactionDate}#${id}`,
});

/** Queries the account's calculations from `from` to `to`, both days included, ordered by day. */
export const transactionsBetween = (ledger: LedgerId, from: string, to: string) => ({
  IndexName: INDEX,
  KeyConditionExpression: "gsi1pk = :pk AND gsi1sk BETWEEN :from AND :to",
  ExpressionAttributeValues: {
    ":pk": transactionIndexKey(ledger, "", "").gsi1pk,
    ":from": `${from}#`,
    // The character after "#".
    ":to": `${to}$`,
  },
});

const sumPartition = (ledger: LedgerId, partition: string) => `T#${ledger}#${partition}`;

export const sumKey = (ledger: LedgerId, partition: string, key: string, shard: number): Key => ({
  pk: sumPartition(ledger, partition),
  sk: `${key}#${shard}`,
});

export const sumsOfPartition = (ledger: LedgerId, partition: string) => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": sumPartition(ledger, partition) },
});

export const sumsUnder = (ledger: LedgerId, partition: string, prefix: string) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
  ExpressionAttributeValues: { ":pk": sumPartition(ledger, partition), ":prefix": prefix },
});

export const sumKeyOf = (sk: string): string => sk.slice(0, sk.lastIndexOf("#"));

export const idempotencyKey = (account: LedgerId | AuthorId, hash: string): Key => ({
  pk: `IDEMPOTENCY#${account}#${hash}`,
  sk: "IDEMPOTENCY",
});

const sourceTagsPk = (ledger: LedgerId) => `SOURCE_TAGS#${ledger}`;

export const sourceTagKey = (ledger: LedgerId, sourceId: string, shard: number): Key => ({
  pk: sourceTagsPk(ledger),
  sk: `${sourceId}#${shard}`,
});

export const sourceTagsOf = (ledger: LedgerId) => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": sourceTagsPk(ledger) },
});

export const ecbDayKey = (day: string): Key => ({ pk: "ECB_RATES", sk: day });

/** Queries the publication days from `from` to `to`, both included, in order. */
export const ecbDaysBetween = (from: string, to: string) => ({
  KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
  ExpressionAttributeValues: { ":pk": ecbDayKey(from).pk, ":from": from, ":to": to },
});

/** A key without an item: reading it shows that the table answers. */
export const readinessKey: Key = { pk: "READINESS", sk: "READINESS" };

/** The fingerprint of the key that seals secrets. A local stack alone has it: on AWS a KMS key seals them. */
export const sealingKeyKey: Key = { pk: "SEALING_KEY", sk: "SEALING_KEY" };

/*
 * Audits of sums, part of the access patterns of keys.ts.
 *
 *   pk                         sk                          item                        read by
 *   AUDITS#<account>           <YYYY-Qn>                   last audit without finding  regular audit
 *   AUDIT_RUNS#<account>       <YYYY-Qn>                   state between two runs      regular audit
 *   EVIDENCE_ROUND             ROUND                       how far a round has come    check of evidence
 */
export const evidenceRoundKey: Key = { pk: "EVIDENCE_ROUND", sk: "ROUND" };

export const auditRunKey = (ledger: LedgerId, quarter: string): Key => ({
  pk: `AUDIT_RUNS#${ledger}`,
  sk: quarter,
});

export const cleanAuditKey = (ledger: LedgerId, quarter: string): Key => ({
  pk: `AUDITS#${ledger}`,
  sk: quarter,
});

export const cleanAuditsOf = (ledger: LedgerId) => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": cleanAuditKey(ledger, "").pk },
});

/*
 * Changes of an account's settings, part of the access patterns of keys.ts. Items are added and never rewritten.
 *
 *   pk                         sk                          item                        read by
 *   CHANGES#<account>          <instant>#<subject>         the content of a change,    changes, journal
 *                              #<version>                  and its author
 */
export const changeKey = (ledger: LedgerId, id: string): Key => ({
  pk: `CHANGES#${ledger}`,
  sk: id,
});

/** Queries the account's changes, or those before the change with the id `before`. */
export const changesOf = (ledger: LedgerId, before?: string) =>
  keysBefore(changeKey(ledger, "").pk, before);

/*
 * The list of an account's API keys, stored separately from the keys themselves: every function records here when a key
 * was used, and only key management may write a key.
 *
 *   pk                         sk                          item                        read by
 *   KEYS#<account>             <key id>                    its end, its last use       list of keys
 */
const keysPk = (account: AccountId) => `KEYS#${account}`;

export const keyListingKey = (account: AccountId, keyId: AuthorId): Key => ({
  pk: keysPk(account),
  sk: keyId,
});

/** Queries the account's keys that end after `since` or have no end. */
export const keyListingsOf = (account: AccountId, since: string) => ({
  KeyConditionExpression: "pk = :pk",
  FilterExpression: "attribute_not_exists(ends_at) OR ends_at > :since",
  ExpressionAttributeValues: { ":pk": keysPk(account), ":since": since },
});

/*
 * Jobs that write records (Art. 63c CIR 282/2011), by the instant of their request.
 *
 *   pk                         sk                          item                        read by
 *   RECORDS#<account>          <instant>-<random>          job, its files              records
 */
export const recordsKey = (ledger: LedgerId, id: string): Key => ({
  pk: `RECORDS#${ledger}`,
  sk: id,
});

/** Queries the account's records jobs, or those requested before the job with the id `before`. */
export const recordsOf = (ledger: LedgerId, before?: string) =>
  keysBefore(recordsKey(ledger, "").pk, before);

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
export const accountQuotaKey = (account: AccountId | AuthorId): Key => ({
  pk: `RATE_LIMIT#ACCOUNT#${account}`,
  sk: "SHARE",
});

/** Returns the key of the workers of a queue that serve an account, its sandboxes included. */
export const workerLeasesKey = (queue: string, account: AccountId): Key => ({
  pk: `WORKER_LEASES#${queue}#${account}`,
  sk: "LEASES",
});

/*
 * The current sandbox of an account, part of the access patterns of keys.ts. The item belongs to the account and stays
 * when a sandbox is emptied.
 *
 *   pk                         sk                          item                        read by
 *   SANDBOX#<account>          SANDBOX                     its number, emptyings       calls of test keys
 */
export const sandboxKey = (account: AccountId): Key => ({
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
export const importKey = (ledger: LedgerId, id: string): Key => ({
  pk: `IMPORTS#${ledger}`,
  sk: id,
});

export const openImportRowsKey = (ledger: LedgerId, id: string): Key => ({
  pk: `IMPORT_OPEN#${ledger}`,
  sk: id,
});

export const openImportRowsOf = (ledger: LedgerId) => keysBefore(openImportRowsKey(ledger, "").pk);

/** Returns the key of the proof that an import was undone. The import itself expires; the proof does not. */
export const importUndoKey = (ledger: LedgerId, id: string): Key => ({
  pk: `IMPORT_UNDOS#${ledger}`,
  sk: id,
});

/** Queries the account's imports, or those requested before the import with the id `before`. */
export const importsOf = (ledger: LedgerId, before?: string) =>
  keysBefore(importKey(ledger, "").pk, before);

/** Returns the key under which corrections in later files find a sale. */
export const importOriginalKey = (ledger: LedgerId, source_id: string, key: string): Key => ({
  pk: `IMPORT_ORIGINAL#${ledger}#${source_id}#${key}`,
  sk: "ORIGINAL",
});
