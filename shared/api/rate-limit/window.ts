/** At most `calls` of one client in each window of `seconds`. */
export type RateLimit = { readonly calls: number; readonly seconds: number };

const USUAL: RateLimit = { calls: 60, seconds: 60 };

/**
 * The limit in `<name>_RATE_LIMIT` (calls) and `<name>_RATE_WINDOW_SECONDS`, as `usual` unless set: 60 each.
 * @throws RangeError when one is no whole number above zero: a slip must not lift the limit.
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
 * A setting, or undefined when it is not set.
 * @throws RangeError when it is no whole number above zero
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

/** A window of the clock, the same for every client; `start` is an ISO 8601 instant. */
export type CallWindow = {
  readonly start: string;
  readonly seconds: number;
  /** The end, in seconds since 1970. */
  readonly ends_at: number;
};

/** The window that `now` lies in: windows follow each other since 1970 without a gap. */
export function windowAt({ seconds }: RateLimit, now: Date): CallWindow {
  const startsAt = Math.floor(now.getTime() / 1000 / seconds) * seconds;
  return { start: new Date(startsAt * 1000).toISOString(), seconds, ends_at: startsAt + seconds };
}

/** Whole seconds until the window is over: after them a call is counted in the next one. */
export const secondsUntilEnd = ({ ends_at }: CallWindow, now: Date): number =>
  Math.ceil(ends_at - now.getTime() / 1000);

/**
 * Remembers who was refused in the latest window. A refusal stands until its window is over, so the
 * same client needs no second look at the counter: a flood costs its sender's counter few writes.
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
