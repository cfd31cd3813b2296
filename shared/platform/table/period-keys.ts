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
