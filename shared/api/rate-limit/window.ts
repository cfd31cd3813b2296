/** A limit: at most `calls` of one client in each window of `seconds`. */
export type RateLimit = { readonly calls: number; readonly seconds: number };

const USUAL: RateLimit = { calls: 60, seconds: 60 };

/**
 * Reads a limit from `<name>_RATE_LIMIT` (calls) and `<name>_RATE_WINDOW_SECONDS`; defaults to `usual`, 60 each.
 * @throws RangeError when a setting is not a positive whole number, so that a typing error does not lift the limit.
 */
export const rateLimitFrom = (
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  usual = USUAL,
): RateLimit => ({
  calls: wholeNumber(env, `${name}_RATE_LIMIT`) ?? usual.calls,
  seconds: wholeNumber(env, `${name}_RATE_WINDOW_SECONDS`) ?? usual.seconds,
});

/**
 * Reads a setting; undefined when it is not set.
 * @throws RangeError when it is not a positive whole number
 */
export function wholeNumber(
  env: Readonly<Record<string, string | undefined>>,
  variable: string,
): number | undefined {
  const text = env[variable];
  if (!text) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new RangeError(`${variable} must be a whole number from 1 to 999999999, not ${text}`);
}

/** A window of time, common to all clients; `start` is an ISO 8601 instant. */
export type CallWindow = {
  readonly start: string;
  readonly seconds: number;
  /** The end, in seconds since 1970. */
  readonly ends_at: number;
};

/** Returns the window that contains `now`; windows follow each other without a gap since 1970. */
export function windowAt({ seconds }: RateLimit, now: Date): CallWindow {
  const startsAt = Math.floor(now.getTime() / 1000 / seconds) * seconds;
  return { start: new Date(startsAt * 1000).toISOString(), seconds, ends_at: startsAt + seconds };
}

/** Returns the whole seconds until the window ends; later calls are counted in the next window. */
export const secondsUntilEnd = ({ ends_at }: CallWindow, now: Date): number =>
  Math.ceil(ends_at - now.getTime() / 1000);

/**
 * Remembers the clients that were rejected in the current window. A rejection holds until the window ends, so further
 * calls of a client do not read the counter and a flood causes few writes.
 */
export function rejectionMemory() {
  let latest = "";
  let clients = new Set<string>();
  return {
    has: (client: string, { start }: CallWindow): boolean =>
      start === latest && clients.has(client),
    add: (client: string, { start }: CallWindow): void => {
      if (start !== latest) clients = new Set();
      latest = start;
      clients.add(client);
    },
  };
}
