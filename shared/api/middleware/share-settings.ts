import type { Share } from "../rate-limit/bucket.ts";
import { rateLimitFrom, wholeNumber } from "../rate-limit/window.ts";

/** Where no stage says another, as on one's own machine: out of the way of tests and trials. */
const GENEROUS = { calls: 20_000, seconds: 10 };

/**
 * The share of an account: ACCOUNT_RATE_LIMIT calls in ACCOUNT_RATE_WINDOW_SECONDS, of which ACCOUNT_RATE_BURST can
 * come at once; as many as come back in a second unless set.
 * @throws RangeError when one is no whole number above zero
 */
export function accountShareFrom(env: Readonly<Record<string, string | undefined>>): Share {
  const { calls, seconds } = rateLimitFrom(env, "ACCOUNT", GENEROUS);
  const burst = wholeNumber(env, "ACCOUNT_RATE_BURST") ?? Math.ceil(calls / seconds);
  return { calls, seconds, burst };
}
