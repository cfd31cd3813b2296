import type { RateLimit } from "./window.ts";

const USUAL: RateLimit = { calls: 60, seconds: 60 };

/**
 * The limit in `<name>_RATE_LIMIT` (calls) and `<name>_RATE_WINDOW_SECONDS`, 60 each unless set.
 * @throws RangeError when one is no whole number above zero: a slip must not lift the limit.
 */
export const rateLimitFrom = (
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): RateLimit => ({
  calls: wholeNumber(env, `${name}_RATE_LIMIT`) ?? USUAL.calls,
  seconds: wholeNumber(env, `${name}_RATE_WINDOW_SECONDS`) ?? USUAL.seconds,
});

function wholeNumber(env: Readonly<Record<string, string | undefined>>, variable: string) {
  const text = env[variable];
  if (!text) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new RangeError(`${variable} must be a whole number from 1 to 999999999, not ${text}`);
}
