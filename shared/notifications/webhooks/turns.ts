/** Maximum number of messages that an account sends in a minute: of events, tests and replays together. */
export const MOST_OF_AN_ACCOUNT = 30;

const MINUTE_SECONDS = 60;

/** Returns the minute in which messages are counted together; `ends_at` is in seconds since 1970. */
export function shareWindow(now: Date) {
  const starts_at = Math.floor(now.getTime() / 1000 / MINUTE_SECONDS) * MINUTE_SECONDS;
  const start = new Date(starts_at * 1000).toISOString();
  return { start, seconds: MINUTE_SECONDS, ends_at: starts_at + MINUTE_SECONDS };
}

/**
 * Returns how many of `wanted` messages are within the share of an account.
 * @param counted the messages of this minute, with the wanted ones
 */
export const freeShare = (counted: number, wanted: number): number =>
  Math.max(0, Math.min(wanted, wanted - (counted - MOST_OF_AN_ACCOUNT)));

/** Number of attempts in a row without an answer in time, from which a webhook is paused. */
const PATIENT_WITH = 3;

/** Minutes of a pause after each further attempt without an answer in time; the last one repeats. */
const PAUSES = [1, 5, 15, 30, 60] as const;

/** Returns the instant until which nothing is sent to a webhook after so many timeouts; undefined for no pause. */
export function pausedUntil(timeouts: number, now: Date): string | undefined {
  if (timeouts < PATIENT_WITH) return undefined;
  const minutes = PAUSES[Math.min(timeouts - PATIENT_WITH, PAUSES.length - 1)] ?? 0;
  return new Date(now.getTime() + minutes * MINUTE_SECONDS * 1000).toISOString();
}
