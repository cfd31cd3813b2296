import { ApiError, ConnectionError } from "./errors.ts";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;
/** The longest `Retry-After` that the client waits for. A longer one is thrown as an error at once. */
const LONGEST_WAIT_SECONDS = 60;

const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Returns true if trying again may help. Every request may be repeated: a request that writes has an
 * Idempotency-Key or replaces the whole resource. `attempt` counts from 1.
 */
export function isWorthRetrying(failure: unknown, attempt: number): boolean {
  if (failure instanceof ConnectionError) return true;
  if (!(failure instanceof ApiError)) return false;
  if ((failure.retryAfterSeconds ?? 0) > LONGEST_WAIT_SECONDS) return false;
  // An earlier try got no answer and is still being carried out.
  if (failure.code === "idempotency_conflict") return attempt > 1;
  return PASSING.has(failure.status);
}

/**
 * Milliseconds before the next try: any moment up to a limit that doubles ("full jitter"), so that
 * clients which failed together do not come back together. What Retry-After asks for comes first.
 */
export function pauseAfter(failure: unknown, attempt: number, random = Math.random): number {
  const limit = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  const asked = failure instanceof ApiError ? (failure.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.round(asked + random() * limit);
}
