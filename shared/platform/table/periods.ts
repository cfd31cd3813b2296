import { ANY, ANYTHING, defineItem } from "./item.ts";
import { type Key, sumKey } from "./keys.ts";

/*
 * The keys of locked returns, of openings and of the markers of a period. Locked returns have a partition of their
 * own, so that IAM lets few functions touch it.
 */
const locksPk = (account: string) => `LOCKS#${account}`;

export const lockChainKey = (account: string): Key => ({ pk: locksPk(account), sk: "CHAIN" });

/** The identity of a locked return within an account. */
export type LockName = {
  readonly scheme_type: string;
  readonly period_key: string;
  readonly registration_id: number;
};

export const lockKey = (account: string, name: LockName): Key => ({
  pk: locksPk(account),
  sk: `LOCK#${name.scheme_type}#${name.period_key}#${name.registration_id}`,
});

/** Queries the locked returns of the account, of one scheme, or of one period of the scheme, each in calendar order. */
export const locksOf = (account: string, scheme?: string, period?: string) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :lock)",
  ExpressionAttributeValues: {
    ":pk": locksPk(account),
    ":lock": ["LOCK", scheme, period, ""].filter((part) => part !== undefined).join("#"),
  },
});

const paymentsPk = (account: string) => `PAYMENTS#${account}`;

export const paymentsKey = (account: string, name: LockName): Key => ({
  pk: paymentsPk(account),
  sk: `PAYMENTS#${name.scheme_type}#${name.period_key}#${name.registration_id}`,
});

/** Queries the payments of a scheme's returns, or of those of one period, each in calendar order. */
export const paymentsOf = (account: string, scheme: string, period?: string) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :payments)",
  ExpressionAttributeValues: {
    ":pk": paymentsPk(account),
    ":payments": ["PAYMENTS", scheme, period, ""].filter((part) => part !== undefined).join("#"),
  },
});

const preparationsPk = (account: string) => `PREPARATIONS#${account}`;

export const preparationKey = (account: string, name: LockName): Key => ({
  pk: preparationsPk(account),
  sk: `PREPARATION#${name.scheme_type}#${name.period_key}#${name.registration_id}`,
});

export const preparationsOf = (account: string) => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": preparationsPk(account) },
});

const marksPk = (account: string) => `MARKS#${account}`;

export const changeMarkKey = (account: string, partition: string, shard: number): Key => ({
  pk: marksPk(account),
  sk: `${partition}|change|${shard}`,
});

export const lockMarkKey = (account: string, partition: string, registrationId: number): Key => ({
  pk: marksPk(account),
  sk: `${partition}|lock|${registrationId}`,
});

export const openingMarkKey = (
  account: string,
  partition: string,
  registrationId: number,
): Key => ({
  pk: marksPk(account),
  sk: `${partition}|opening|${registrationId}`,
});

/** Queries the markers of all partitions with the prefix `books`: a scheme's letter, or the partition of one period. */
export const marksOf = (account: string, books: string) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :books)",
  ExpressionAttributeValues: { ":pk": marksPk(account), ":books": books },
});

/** Returns the partition and the kind of a marker. */
export function markOf(sk: string): { readonly partition: string; readonly kind: string } {
  const [partition = "", kind = ""] = sk.split("|");
  return { partition, kind };
}

const openingsPk = (account: string) => `OPENINGS#${account}`;

export const openingStateKey = (account: string, scheme: string): Key => ({
  pk: openingsPk(account),
  sk: `STATE#${scheme}`,
});

/** The identity of an opening within an account. */
type OpeningName = {
  readonly scheme_type: string;
  readonly period_key: string;
  readonly registration_id: number;
};

export const openingKey = (account: string, name: OpeningName): Key => ({
  pk: openingsPk(account),
  sk: `OPENING#${name.scheme_type}#${name.period_key}#${name.registration_id}`,
});

/** Queries the openings of a scheme from one period to another, both included. */
export const openingsBetween = (account: string, scheme: string, from: string, to: string) => ({
  KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
  ExpressionAttributeValues: {
    ":pk": openingsPk(account),
    ":from": `OPENING#${scheme}#${from}#`,
    // The character after "#".
    ":to": `OPENING#${scheme}#${to}$`,
  },
});

/** The key of the ticks on the entry sheet of a return. */
export const sheetTicksKey = (account: string, name: LockName): Key => ({
  pk: `SHEETS#${account}`,
  sk: `TICKS#${name.scheme_type}#${name.period_key}#${name.registration_id}`,
});

/** Returns the partition of a sum's key; undefined for other items and other accounts. */
export function partitionOf(account: string, pk: string): string | undefined {
  const before = sumKey(account, "", "", 0).pk;
  return pk.startsWith(before) ? pk.slice(before.length) : undefined;
}

const ANY_PERIOD = { scheme_type: ANY, period_key: ANY, registration_id: 0 };

/** The snapshot of a locked return. Few functions may access its partition. */
export const LOCK_ITEM = defineItem({
  name: "lock",
  key: lockKey(ANY, ANY_PERIOD),
  version: 1,
  group: "locks",
  reads: ["GetItem", "Query"],
  writes: ["PutItem", "UpdateItem"],
  journal: { changes: ["filed"], once: ["filed"] },
  sandbox: "removed",
});

export const LOCK_CHAIN_ITEM = defineItem({
  ...LOCK_ITEM,
  name: "end of the chain of locks",
  key: lockChainKey(ANY),
  version: 1,
  journal: { changes: ANYTHING, rises: ["count"] },
});

/** The number of changes to the sums of a period since it ended. */
export const CHANGE_MARKER_ITEM = defineItem({
  name: "mark of changes",
  key: changeMarkKey(ANY, ANY, 0),
  version: 1,
  group: "marks",
  reads: ["Query"],
  writes: ["PutItem", "UpdateItem"],
  journal: { changes: ["changes"], rises: ["changes"] },
  sandbox: "removed",
});

/** The part of a locked return that later returns need. */
export const LOCK_MARKER_ITEM = defineItem({
  ...CHANGE_MARKER_ITEM,
  name: "mark of a lock",
  key: lockMarkKey(ANY, ANY, 0),
  version: 1,
  journal: { changes: [] },
});

/** The part of an externally filed return that later returns need. */
export const OPENING_MARKER_ITEM = defineItem({
  ...CHANGE_MARKER_ITEM,
  name: "mark of an opening",
  key: openingMarkKey(ANY, ANY, 0),
  version: 1,
  journal: { changes: ANYTHING },
});

/** A return that was filed before the account used this service. */
export const OPENING_ITEM = defineItem({
  name: "opening",
  key: openingKey(ANY, ANY_PERIOD),
  version: 1,
  group: "openings",
  reads: ["GetItem", "Query"],
  writes: ["PutItem", "UpdateItem"],
  journal: { changes: ANYTHING },
  sandbox: "removed",
});

/** The counters by which locks and openings exclude each other. */
export const OPENING_STATE_ITEM = defineItem({
  ...OPENING_ITEM,
  name: "state of openings",
  key: openingStateKey(ANY, ANY),
  version: 1,
  journal: {
    changes: ["locks_written", "openings_written"],
    rises: ["locks_written", "openings_written"],
  },
});

/** The lines of a return that a person has typed into a portal. Derived from nothing, and evidence of nothing. */
export const SHEET_TICKS_ITEM = defineItem({
  name: "ticks of an entry sheet",
  key: sheetTicksKey(ANY, ANY_PERIOD),
  version: 1,
  group: "sheet_ticks",
  reads: ["GetItem"],
  writes: ["UpdateItem"],
  journal: false,
  sandbox: "removed",
});

/** The marks of persons on the figures of an open return. */
export const PREPARATION_ITEM = defineItem({
  name: "preparation",
  key: preparationKey(ANY, ANY_PERIOD),
  version: 1,
  group: "preparations",
  reads: ["GetItem", "Query"],
  writes: ["PutItem"],
  journal: { changes: ["content_sha256", "marks", "version", "write_id"], rises: ["version"] },
  sandbox: "removed",
});

/** The payments of a locked return. */
export const PAYMENTS_ITEM = defineItem({
  name: "payments",
  key: paymentsKey(ANY, ANY_PERIOD),
  version: 1,
  group: "payments",
  reads: ["Query"],
  writes: ["PutItem"],
  journal: { changes: ["payments", "version"], rises: ["version"] },
  sandbox: "removed",
});
