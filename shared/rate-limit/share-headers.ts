import type { RateLimit } from "./window.ts";

/** An account's share, as headers name it. */
const POLICY = `"account"`;

/**
 * What an answer says of the account's share: `RateLimit-Policy` with quota and window, `RateLimit` with
 * what is left and the seconds until the window is over.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/11/
 */
export const shareHeaders = (
  { calls, seconds }: RateLimit,
  left: number,
  secondsLeft: number,
): Readonly<Record<string, string>> => ({
  "ratelimit-policy": `${POLICY};q=${calls};w=${seconds}`,
  ratelimit: `${POLICY};r=${left};t=${secondsLeft}`,
});
