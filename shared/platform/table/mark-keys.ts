import type { Key } from "./keys.ts";

/*
 * What tells that a period has changed since it was locked, part of the access patterns of keys.ts.
 *
 *   pk                         sk                          item                        read by
 *   MARKS#<account>            <book>|change|<shard>       writes to an ended period   returns, lock
 *   MARKS#<account>            <book>|lock|<registration>  what a lock has seen        returns
 *   MARKS#<account>            <book>|opening              a return filed elsewhere    returns
 *                              |<registration>
 */
const marksPk = (account: string) => `MARKS#${account}`;

export const changeMarkKey = (account: string, book: string, shard: number): Key => ({
  pk: marksPk(account),
  sk: `${book}|change|${shard}`,
});

export const lockMarkKey = (account: string, book: string, registrationId: number): Key => ({
  pk: marksPk(account),
  sk: `${book}|lock|${registrationId}`,
});

export const openingMarkKey = (account: string, book: string, registrationId: number): Key => ({
  pk: marksPk(account),
  sk: `${book}|opening|${registrationId}`,
});

/** The marks of all books that begin so: a scheme's letter, or the book of one period. */
export const marksOf = (account: string, books: string) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :books)",
  ExpressionAttributeValues: { ":pk": marksPk(account), ":books": books },
});

/** The book and the kind of a mark. */
export function markOf(sk: string): { readonly book: string; readonly kind: string } {
  const [book = "", kind = ""] = sk.split("|");
  return { book, kind };
}
