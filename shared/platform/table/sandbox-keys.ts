import type { Key } from "./keys.ts";

/*
 * Which sandbox an account has, part of the access patterns of keys.ts. It is of the account, and stays when a sandbox is emptied.
 *
 *   pk                         sk                          item                        read by
 *   SANDBOX#<account>          SANDBOX                     which one, emptyings        calls of test keys
 */
export const sandboxKey = (account: string): Key => ({
  pk: `SANDBOX#${account}`,
  sk: "SANDBOX",
});
