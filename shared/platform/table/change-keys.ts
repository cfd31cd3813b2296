import type { Key } from "./keys.ts";

/*
 * What was changed of an account's settings, part of the access patterns of keys.ts. Items are added, and never written again.
 *
 *   pk                         sk                          item                        read by
 *   CHANGES#<account>          <instant>#<subject>         what a write has changed,   changes, journal
 *                              #<version>                  and by whom
 */
export const changeKey = (account: string, id: string): Key => ({
  pk: `CHANGES#${account}`,
  sk: id,
});

/** The account's changes, or those before one of them. */
export const changesOf = (account: string, before?: string) => ({
  KeyConditionExpression: before === undefined ? "pk = :pk" : "pk = :pk AND sk < :before",
  ExpressionAttributeValues: {
    ":pk": changeKey(account, "").pk,
    ...(before === undefined ? {} : { ":before": before }),
  },
});
