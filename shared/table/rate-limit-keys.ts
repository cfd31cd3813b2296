import type { Key } from "./keys.ts";

/*
 * How often somebody called in a window of the clock; `expires_at` clears it away.
 *
 *   pk                              sk                   item                  read by
 *   RATE_LIMIT#<name>#<client>      <start>#<seconds>    calls of a client     the limit of a public route
 *   RATE_LIMIT#ACCOUNT#<account>    <start>#<seconds>    calls of an account   the share of an account
 */
type Window = { readonly start: string; readonly seconds: number };

/** The calls of one client, by the hash of its address, in the window of `seconds` from `start`. */
export const rateLimitKey = (name: string, clientHash: string, window: Window): Key => ({
  pk: `RATE_LIMIT#${name}#${clientHash}`,
  sk: `${window.start}#${window.seconds}`,
});

/** The calls of an account, of all functions together. */
export const accountShareKey = (account: string, window: Window): Key =>
  rateLimitKey("ACCOUNT", account, window);
