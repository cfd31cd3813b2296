import type { Share } from "../rate-limit/bucket.ts";

/** An account's share, as headers name it. */
const POLICY = `"account"`;

/**
 * What an answer says of the account's share. `RateLimit-Policy` has what can be called at once, and in how many
 * seconds all of that has come back: who keeps to it in any such time is not refused. `RateLimit` has what is left
 * of it, and the seconds until there is one more.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/11/
 */
export const shareHeaders = (
  { calls, seconds, burst }: Share,
  left: number,
  secondsToNext: number,
): Readonly<Record<string, string>> => ({
  "ratelimit-policy": `${POLICY};q=${burst};w=${Math.ceil((burst * seconds) / calls)}`,
  ratelimit: `${POLICY};r=${left};t=${secondsToNext}`,
});
