/*
 * The single table, and every access pattern; those of locks, marks, openings, records, imports, audits, lists of
 * API keys and of events, changes and webhooks are in files of their own beside this one. No other file builds a key.
 *
 *   pk                         sk                          item                        read by
 *   KEY#<key id>               KEY                         API key, secret hashed      every call
 *   ACCOUNT#<account>          ACCOUNT                     name, created               key issue
 *   ACCOUNT#<account>          PROFILE                     establishments              commit, profile
 *   ACCOUNT#<account>          REGISTRATIONS               all tax registrations       reports, registrations
 *   ACCOUNT#<account>          SOURCES                     all source profiles         sources, commit
 *   ACCOUNT#<account>          RECOUNT                     how far a recount is        reports, locks, recount
 *   IDEMPOTENCY#<account>#<h>  IDEMPOTENCY                 answer to a POST, a day     every POST with a key
 *   ACCOUNT#<account>          NOTIFICATION#<id>           threshold crossing told     notifications, monitor
 *   ACCOUNT#<account>          NOTICE#<id>                 what else people are told   notifications, monitor
 *   SOURCE_TAGS#<account>      <source tag>#<shard>        when a tag was seen         unknown sources
 *   EVENT#<account>#<id>       EVENT                       supply event, or the stub   commit, get
 *                                                          of one that is awaited
 *   EVENT#<account>#<id>       LINK#<non-sale's id>        who refers to this event    original's arrival
 *   CONSIGNMENT#<account>#<id> CONSIGNMENT                 sales that share its id     commit, recount
 *   TRANSACTION#<account>#<id> TRANSACTION                 calculation, for audit      get, commit
 *   CALCULATION#<account>#<id> CALCULATION                 which calculation became    commit
 *                                                          several events under an id
 *   T#<account>#<book>         <family key>#<shard>        running sum                 every report
 *   ECB_RATES                  <YYYY-MM-DD>                a day's reference rates     every report
 *   RATE_LIMIT#<name>#<hash>   <start>#<seconds>           a client's calls in a       limited public
 *                                                          window; expires             routes
 *   READINESS                  READINESS                   nothing, ever               readiness
 *
 *   gsi1pk                     gsi1sk
 *   TRANSACTIONS#<account>     <transaction date>#<id>     calculations by day         list
 *   ACCOUNTS                   <account>                   all accounts by name        monitor
 *
 * An account name holds no "#", and a free id always comes last, so no two things share a key. Events
 * have a partition key each: writes spread. A book is a period of a scheme or a year of the threshold.
 */
export type Key = { readonly pk: string; readonly sk: string };

export const INDEX = "gsi1";

/** What the index has of an item beside keys: that by which events, calculations and accounts are chosen. */
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
export const registrationsKey = (account: string): Key => accountKey(account, "REGISTRATIONS");
export const recountKey = (account: string): Key => accountKey(account, "RECOUNT");
export const sourcesKey = (account: string): Key => accountKey(account, "SOURCES");

export const notificationKey = (account: string, id: string): Key =>
  accountKey(account, `NOTIFICATION#${id}`);

export const noticeKey = (account: string, id: string): Key => accountKey(account, `NOTICE#${id}`);

/** Every notification of the account. */
export const notificationsOf = (account: string) => beginningAs(notificationKey(account, ""));

/** Every notice of the account. */
export const noticesOf = (account: string) => beginningAs(noticeKey(account, ""));

const beginningAs = ({ pk, sk }: Key) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :beginning)",
  ExpressionAttributeValues: { ":pk": pk, ":beginning": sk },
});

export const accountIndexKey = (account: string) => ({ gsi1pk: "ACCOUNTS", gsi1sk: account });

/** Every account, by name. */
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

/** Every non-sale that refers to `originalId`. */
export const linksOf = (account: string, originalId: string) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :link)",
  ExpressionAttributeValues: { ":pk": eventPk(account, originalId), ":link": "LINK#" },
});

/** The id of the non-sale behind a link item. */
export const linkedEventId = (sk: string): string => sk.slice("LINK#".length);

export const consignmentKey = (account: string, id: string): Key => ({
  pk: `CONSIGNMENT#${account}#${id}`,
  sk: "CONSIGNMENT",
});

export const transactionKey = (account: string, id: string): Key => ({
  pk: `TRANSACTION#${account}#${id}`,
  sk: "TRANSACTION",
});

/** Under the event_id of a calculation that was committed as several events, none of which has it. */
export const calculationNameKey = (account: string, eventId: string): Key => ({
  pk: `CALCULATION#${account}#${eventId}`,
  sk: "CALCULATION",
});

export const transactionIndexKey = (account: string, transactionDate: string, id: string) => ({
  gsi1pk: `TRANSACTIONS#${account}`,
  gsi1sk: `${transactionDate}#${id}`,
});

/** The account's calculations from `from` to `to`, both days included, by day. */
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

const tallyPk = (account: string, book: string) => `T#${account}#${book}`;

export const tallyKey = (account: string, book: string, key: string, shard: number): Key => ({
  pk: tallyPk(account, book),
  sk: `${key}#${shard}`,
});

export const talliesOf = (account: string, book: string) => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": tallyPk(account, book) },
});

/** The family key of a tally item, without its shard. */
export const tallyKeyOf = (sk: string): string => sk.slice(0, sk.lastIndexOf("#"));

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

/** The publication days from `from` to `to`, both included, in order. */
export const ecbDaysBetween = (from: string, to: string) => ({
  KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
  ExpressionAttributeValues: { ":pk": ecbDayKey(from).pk, ":from": from, ":to": to },
});

/** A key without an item: reading it shows that the table answers. */
export const readinessKey: Key = { pk: "READINESS", sk: "READINESS" };
