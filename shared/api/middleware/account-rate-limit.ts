import type { MiddlewareObj } from "@middy/core";
import { sha256Hex } from "../../accounts/new-api-key.ts";
import { DomainError } from "../../core/errors/errors.ts";
import { type CallNote, shareMemory } from "../rate-limit/account-quota.ts";
import type { Share } from "../rate-limit/bucket.ts";
import type { Call, Caller } from "../route.ts";
import { noteCalls } from "../store-rate-limits.ts";
import { refusedKeys } from "./refused-keys.ts";
import { shareHeaders } from "./share-headers.ts";
import { accountShareFrom } from "./share-settings.ts";

/** Of all routes that a process serves: locally that is all of them, on AWS one. */
const memory = shareMemory();
const refused = refusedKeys<Caller>();

/**
 * Refuses a key that was refused a moment ago, while its account's share is still used up: nothing is read for
 * it, its key neither. It stands before the key is looked up.
 */
export const refusedAgain = (): MiddlewareObj<Call, unknown> => ({
  before: ({ event }) => {
    const now = Date.now();
    const caller = refused.callerOf(keyHashOf(event), now);
    if (!caller) return;
    const share = accountShareFrom(process.env);
    const wait_ms = memory.waitOf(caller.holder, share, now);
    if (wait_ms === 0) return;
    event.caller = caller;
    event.shareHeaders = shareHeaders(share, 0, secondsOf(wait_ms));
    throw usedUp(share, wait_ms);
  },
});

/**
 * Refuses an account that goes beyond its share, once its key is known and before anything else is done for
 * it. What the share is, rate-limit/share-settings.ts reads from the environment.
 */
export const accountShare = (): MiddlewareObj<Call, unknown> => ({
  before: ({ event }) => {
    const share = accountShareFrom(process.env);
    const now = Date.now();
    const account = event.caller?.holder ?? "";
    const { isUsedUp, left, wait_ms, note } = memory.take(account, share, now);
    event.shareHeaders = shareHeaders(share, left, secondsOf(wait_ms));
    if (note) event.beside = [...(event.beside ?? []), noted(account, share, note)];
    if (!isUsedUp) return;
    if (event.caller) refused.add(keyHashOf(event), event.caller, now);
    throw usedUp(share, wait_ms);
  },
});

const keyHashOf = ({ headers }: Call): string => sha256Hex(headers["x-api-key"] ?? "");

/** Without the table each process still counts for itself. */
const noted = (account: string, share: Share, note: CallNote): Promise<void> =>
  noteCalls(account, note).then(
    (full_at) => memory.learn(account, share, full_at, Date.now()),
    () => {},
  );

/** Whoever waits that long is not too early. */
const secondsOf = (wait_ms: number): number => Math.max(1, Math.ceil(wait_ms / 1000));

function usedUp({ calls, seconds }: Share, wait_ms: number): DomainError {
  const retryAfterSeconds = secondsOf(wait_ms);
  return new DomainError(
    "rate_limited",
    `this account calls more often than ${calls} times in ${seconds} s; try again in ${retryAfterSeconds} s`,
    [],
    { retryAfterSeconds },
  );
}
