import type { Key } from "./keys.ts";

/*
 * Which API keys an account has, apart from the keys themselves: every function notes here when a key was
 * used, and only those that manage keys may write a key.
 *
 *   pk                         sk                          item                        read by
 *   KEYS#<account>             <key id>                    its end, its last use       list of keys
 */
export const keyListingKey = (account: string, keyId: string): Key => ({
  pk: `KEYS#${account}`,
  sk: keyId,
});

/** The account's keys that end after `since`, or not at all. */
export const keyListingsOf = (account: string, since: string) => ({
  KeyConditionExpression: "pk = :pk",
  FilterExpression: "attribute_not_exists(ends_at) OR ends_at > :since",
  ExpressionAttributeValues: { ":pk": keyListingKey(account, "").pk, ":since": since },
});
