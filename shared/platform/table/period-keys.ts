import type { Key } from "./keys.ts";

/*
 * The locked returns of an account, in a partition of their own: few functions may touch it.
 *
 *   pk                         sk                          item                        read by
 *   LOCKS#<account>            LOCK#<scheme>#<period>      snapshot of a lock          locks, corrections
 *                              #<registration id>
 *   LOCKS#<account>            CHAIN                       the snapshot locked last    lock
 */
const locksPk = (account: string) => `LOCKS#${account}`;

export const lockChainKey = (account: string): Key => ({ pk: locksPk(account), sk: "CHAIN" });

/** What tells the locked returns of an account apart. */
export type LockName = {
  readonly scheme_type: string;
  readonly period_key: string;
  readonly registration_id: number;
};

export const lockKey = (account: string, name: LockName): Key => ({
  pk: locksPk(account),
  sk: `LOCK#${name.scheme_type}#${name.period_key}#${name.registration_id}`,
});

/** The locked returns of the account, of one scheme, or of one period of it, in the order of the calendar in each. */
export const locksOf = (account: string, scheme?: string, period?: string) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :lock)",
  ExpressionAttributeValues: {
    ":pk": locksPk(account),
    ":lock": ["LOCK", scheme, period, ""].filter((part) => part !== undefined).join("#"),
  },
});
