/** At most `calls` of one client in each window of `seconds`. */
export type RateLimit = { readonly calls: number; readonly seconds: number };

/** A window of the clock, the same for every client; `start` is an ISO 8601 instant. */
export type RateWindow = {
  readonly start: string;
  readonly seconds: number;
  /** The end, in seconds since 1970. */
  readonly ends_at: number;
};

/** The window that `now` lies in: windows follow each other since 1970 without a gap. */
export function windowAt({ seconds }: RateLimit, now: Date): RateWindow {
  const startsAt = Math.floor(now.getTime() / 1000 / seconds) * seconds;
  return { start: new Date(startsAt * 1000).toISOString(), seconds, ends_at: startsAt + seconds };
}

/** Whole seconds until the window is over: after them a call is counted in the next one. */
export const secondsUntilEnd = ({ ends_at }: RateWindow, now: Date): number =>
  Math.ceil(ends_at - now.getTime() / 1000);
