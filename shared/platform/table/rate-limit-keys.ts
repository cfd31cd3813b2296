import type { Key } from "./keys.ts";

/*
 * How often somebody called; `expires_at` clears it away.
 *
 *   pk                              sk                   item                  read by
 *   RATE_LIMIT#<name>#<client>      <start>#<seconds>    calls of a client     the limit of a public route
 *   RATE_LIMIT#ACCOUNT#<account>    SHARE                when it is full       the share of an account
 */
type Window = { readonly start: string; readonly seconds: number };

/** The calls of one client, by the hash of its address, in the window of `seconds` from `start`. */
export const rateLimitKey = (name: string, clientHash: string, window: Window): Key => ({
  pk: `RATE_LIMIT#${name}#${clientHash}`,
  sk: `${window.start}#${window.seconds}`,
});

/** What the account's calls have taken of its share, of all functions together. */
export const accountShareKey = (account: string): Key => ({
  pk: `RATE_LIMIT#ACCOUNT#${account}`,
  sk: "SHARE",
});
