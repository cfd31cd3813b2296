import type { MiddlewareObj } from "@middy/core";
import { sha256Hex } from "../../accounts/store-keys.ts";
import { DomainError } from "../../core/errors/errors.ts";
import { type CallNote, quotaMemory } from "../rate-limit/account-quota.ts";
import type { Quota } from "../rate-limit/bucket.ts";
import { rateLimitFrom, wholeNumber } from "../rate-limit/window.ts";
import type { ResponseHeaders } from "../response-headers.ts";
import type { Call, Caller } from "../route.ts";
import { noteCalls } from "../store-rate-limits.ts";

/** So many keys that were refused are remembered. */
const MOST_KEYS = 1_000;

/** For so long, in milliseconds: a key that is revoked meanwhile is told so after it. */
const REMEMBERED_MS = 1_000;

/**
 * Remembers whom a key stood for when it was refused for calling too often, so that the next call of a flood
 * need not read the key. Keys are given as hashes: none is kept.
 */
export function rejectedKeys<Caller>() {
  const refused = new Map<string, { readonly caller: Caller; readonly until: number }>();
  return {
    add(keyHash: string, caller: Caller, now: number): void {
      const oldest = refused.size >= MOST_KEYS ? refused.keys().next().value : undefined;
      if (oldest !== undefined) refused.delete(oldest);
      refused.set(keyHash, { caller, until: now + REMEMBERED_MS });
    },
    callerOf(keyHash: string, now: number): Caller | undefined {
      const known = refused.get(keyHash);
      if (!known || (now < known.until && now >= known.until - REMEMBERED_MS)) return known?.caller;
      refused.delete(keyHash);
      return undefined;
    },
  };
}

/** An account's share, as headers name it. */
const POLICY = `"account"`;

/**
 * What an answer says of the account's share. `RateLimit-Policy` has what can be called at once, and in how many
 * seconds all of that has come back: who keeps to it in any such time is not refused. `RateLimit` has what is left
 * of it, and the seconds until there is one more.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/11/
 */
export const quotaHeaders = (
  { calls, seconds, burst }: Quota,
  left: number,
  secondsToNext: number,
): ResponseHeaders => ({
  "ratelimit-policy": `${POLICY};q=${burst};w=${Math.ceil((burst * seconds) / calls)}`,
  ratelimit: `${POLICY};r=${left};t=${secondsToNext}`,
});

/** Where no stage says another, as on one's own machine: out of the way of tests and trials. */
const GENEROUS = { calls: 20_000, seconds: 10 };

/**
 * The share of an account: ACCOUNT_RATE_LIMIT calls in ACCOUNT_RATE_WINDOW_SECONDS, of which ACCOUNT_RATE_BURST can
 * come at once; as many as come back in a second unless set.
 * @throws RangeError when one is no whole number above zero
 */
export function accountQuotaFrom(env: Readonly<Record<string, string | undefined>>): Quota {
  const { calls, seconds } = rateLimitFrom(env, "ACCOUNT", GENEROUS);
  const burst = wholeNumber(env, "ACCOUNT_RATE_BURST") ?? Math.ceil(calls / seconds);
  return { calls, seconds, burst };
}

/** Of all routes that a process serves: locally that is all of them, on AWS one. */
const memory = quotaMemory();
const refused = rejectedKeys<Caller>();

/**
 * Refuses a key that was refused a moment ago, while its account's share is still used up: nothing is read for
 * it, its key neither. It stands before the key is looked up.
 */
export const rejectedAgain = (): MiddlewareObj<Call, unknown> => ({
  before: ({ event }) => {
    const now = Date.now();
    const caller = refused.callerOf(keyHashOf(event), now);
    if (!caller) return;
    const share = accountQuotaFrom(process.env);
    const wait_ms = memory.waitOf(caller.holder, share, now);
    if (wait_ms === 0) return;
    event.caller = caller;
    event.quotaHeaders = quotaHeaders(share, 0, secondsOf(wait_ms));
    throw usedUp(share, wait_ms);
  },
});

/**
 * Rejects calls of an account that exceeds its quota, once the key is known and before anything else is done for the
 * call. The environment sets the quota (`accountShareFrom`).
 */
export const accountQuota = (): MiddlewareObj<Call, unknown> => ({
  before: ({ event }) => {
    const share = accountQuotaFrom(process.env);
    const now = Date.now();
    const account = event.caller?.holder ?? "";
    const { isUsedUp, left, wait_ms, note } = memory.take(account, share, now);
    event.quotaHeaders = quotaHeaders(share, left, secondsOf(wait_ms));
    if (note) event.beside = [...(event.beside ?? []), noted(account, share, note)];
    if (!isUsedUp) return;
    if (event.caller) refused.add(keyHashOf(event), event.caller, now);
    throw usedUp(share, wait_ms);
  },
});

const keyHashOf = ({ headers }: Call): string => sha256Hex(headers["x-api-key"] ?? "");

/** Without the table each process still counts for itself. */
const noted = (account: string, share: Quota, note: CallNote): Promise<void> =>
  noteCalls(account, note).then(
    (full_at) => memory.learn(account, share, full_at, Date.now()),
    () => {},
  );

/** Whoever waits that long is not too early. */
const secondsOf = (wait_ms: number): number => Math.max(1, Math.ceil(wait_ms / 1000));

function usedUp({ calls, seconds }: Quota, wait_ms: number): DomainError {
  const retryAfterSeconds = secondsOf(wait_ms);
  return new DomainError(
    "rate_limited",
    `this account calls more often than ${calls} times in ${seconds} s; try again in ${retryAfterSeconds} s`,
    [],
    { retryAfterSeconds },
  );
}
