import type { MiddlewareObj } from "@middy/core";
import { DomainError } from "../../core/errors/errors.ts";
import { sha256Of } from "../../core/hash.ts";
import type { ResponseHeaders } from "../http-answer.ts";
import type { QuotaOwner } from "../rate-limits.ts";
import {
  type CallNote,
  type Quota,
  quotaMemory,
  rateLimitFrom,
  rejectionMemory,
  secondsUntilEnd,
  VIEWER_ADDRESS_HEADER,
  wholeNumber,
  windowAt,
} from "../rate-limits.ts";
import { type Principal, quotaOwnerOf, type RequestEvent } from "../route.ts";
import { countCall, noteCalls } from "../store-rate-limits.ts";

/**
 * Returns the client to count: an IPv4 address, or the /64 network of an IPv6 address, since one subscriber can use all
 * 2^64 addresses of a network.
 */
export function clientOf(sourceIp: string): string {
  const address = sourceIp.toLowerCase().split("%")[0] ?? "";
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  return mapped ?? `${groupsOf(address).slice(0, 4).join(":")}::/64`;
}

/** Returns the groups of an IPv6 address with the zeros of `::` filled in and leading zeros removed. */
function groupsOf(address: string): string[] {
  const [head = [], tail = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return [...head, ...zeros, ...tail].map((group) => group.replace(/^0+(?=.)/, ""));
}

type Called = {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly requestContext: { readonly http: { readonly sourceIp: string } };
};

/** Returns the caller's address: that of the connection, or the one passed by the edge. */
const viewerAddress = ({ headers, requestContext }: Called, viaEdge: boolean): string =>
  (viaEdge ? headers[VIEWER_ADDRESS_HEADER] : undefined) ?? requestContext.http.sourceIp;

const addressIn = (event: RequestEvent): string =>
  clientOf(viewerAddress(event, process.env["BEHIND_EDGE"] === "1"));

/**
 * Rejects a client that calls too often, before anything of the call is parsed.
 * The client is the address of the connection, because callers can forge X-Forwarded-For. Behind an edge the connection
 * is the edge's own, and the edge passes the caller's address. The limit of `name` is read from the environment (see
 * rate-limits.ts). Another `clientIn` counts by something else in the call.
 */
export function rateLimit(
  name: string,
  clientIn: (event: RequestEvent) => string = addressIn,
): MiddlewareObj<RequestEvent, unknown> {
  const refused = rejectionMemory();
  return {
    before: async ({ event }) => {
      const limit = rateLimitFrom(process.env, name);
      const now = new Date();
      const window = windowAt(limit, now);
      const client = clientIn(event);
      const counted = async () =>
        !refused.has(client, window) && countCall(name, client, limit, window);
      if (await counted().catch((error) => uncounted(event, error))) return;
      refused.add(client, window);
      throw refusal(secondsUntilEnd(window, now));
    },
  };
}

/**
 * Lets a call pass when counting fails: the endpoint does not need the table, so an outage of the table does not stop
 * it.
 */
function uncounted(event: RequestEvent, error: unknown): true {
  event.failure = error;
  return true;
}

const refusal = (retryAfterSeconds: number): DomainError =>
  new DomainError("rate_limited", `too many requests; try again in ${retryAfterSeconds} s`, [], {
    retryAfterSeconds,
  });

/** Maximum number of rejected keys in memory. */
const MOST_KEYS = 1_000;

/**
 * Milliseconds for which a rejected key is remembered. A key that is revoked meanwhile gets the right error afterwards.
 */
const REMEMBERED_MS = 1_000;

/**
 * Remembers the callers of keys that were rejected for calling too often, so that the next call of a flood does not
 * read the key. Stores only hashes of keys.
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

/** The name of an account's quota in headers. */
const POLICY = `"account"`;

/**
 * Builds the headers with the account's quota.
 * `RateLimit-Policy` states the calls that can be made at once, and the seconds until all of them are available again.
 * A caller that stays within this limit is never rejected. `RateLimit` states the remaining calls, and the seconds
 * until one more is available.
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

/** The default quota without a stage's setting, as on a developer's machine: high enough for tests and trials. */
const GENEROUS = { calls: 20_000, seconds: 10 };

/**
 * Reads the quota of an account from the environment: ACCOUNT_RATE_LIMIT calls in ACCOUNT_RATE_WINDOW_SECONDS, of which
 * ACCOUNT_RATE_BURST can be made at once. The burst defaults to the calls of one second.
 * @throws RangeError when a setting is not a positive whole number
 */
export function accountQuotaFrom(env: Readonly<Record<string, string | undefined>>): Quota {
  const { calls, seconds } = rateLimitFrom(env, "ACCOUNT", GENEROUS);
  const burst = wholeNumber(env, "ACCOUNT_RATE_BURST") ?? Math.ceil(calls / seconds);
  return { calls, seconds, burst };
}

/** The memory of all routes that a process serves: locally all routes, on AWS one. */
const memory = quotaMemory();
const refused = rejectedKeys<Principal>();

/**
 * Rejects a key that was rejected a moment ago while its account's quota is still used up. Runs before the key is
 * looked up, so it reads nothing.
 */
export const rejectedAgain = (): MiddlewareObj<RequestEvent, unknown> => ({
  before: ({ event }) => {
    const now = Date.now();
    const caller = refused.callerOf(keyHashOf(event), now);
    if (!caller) return;
    const quota = accountQuotaFrom(process.env);
    const wait_ms = memory.waitOf(quotaOwnerOf(caller), quota, now);
    if (wait_ms === 0) return;
    event.caller = caller;
    event.quotaHeaders = quotaHeaders(quota, 0, secondsOf(wait_ms));
    throw usedUp(quota, wait_ms);
  },
});

/** Rejects an account that exceeds its quota, right after its key is known. */
export const accountQuota = (): MiddlewareObj<RequestEvent, unknown> => ({
  before: ({ event }) => {
    const quota = accountQuotaFrom(process.env);
    const now = Date.now();
    const { caller } = event;
    if (!caller) return;
    const owner = quotaOwnerOf(caller);
    const { isUsedUp, left, wait_ms, note } = memory.take(owner, quota, now);
    event.quotaHeaders = quotaHeaders(quota, left, secondsOf(wait_ms));
    if (note) event.background = [...(event.background ?? []), noted(owner, quota, note)];
    if (!isUsedUp) return;
    refused.add(keyHashOf(event), caller, now);
    throw usedUp(quota, wait_ms);
  },
});

/** Returns the hash of all that decides who the caller is and which account is meant. */
const keyHashOf = ({ headers }: RequestEvent): string =>
  sha256Of(
    JSON.stringify(["x-api-key", "authorization", "x-account"].map((name) => headers[name])),
  );

/** Records the calls in the table. Without the table each process still counts on its own. */
const noted = (owner: QuotaOwner, quota: Quota, note: CallNote): Promise<void> =>
  noteCalls(owner, note).then(
    (full_at) => memory.learn(owner, quota, full_at, Date.now()),
    () => {},
  );

/** Rounds the wait up to whole seconds, at least one, so that a caller who waits is not too early. */
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
