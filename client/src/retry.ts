import { ApiError, ConnectionError } from "./errors.ts";
import type { Operation } from "./options.ts";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;
/** The longest `Retry-After` that the client waits for. A longer one is thrown as an error at once. */
const LONGEST_WAIT_SECONDS = 60;

const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Methods that read, or replace or remove a whole resource, so that a repetition changes nothing. */
const REPEATABLE: ReadonlySet<string> = new Set(["GET", "HEAD", "PUT", "DELETE"]);

/**
 * Returns true if trying again may help and does nothing twice. An operation without an Idempotency-Key that
 * changes a part of something is repeated only if it was certainly not carried out. `attempt` counts
 * from 1.
 */
export function isWorthRetrying(
  failure: unknown,
  attempt: number,
  { method, once }: Pick<Operation, "method" | "once">,
): boolean {
  if (!once && !REPEATABLE.has(method) && !isNotCarriedOut(failure)) return false;
  if (failure instanceof ConnectionError) return true;
  if (!(failure instanceof ApiError)) return false;
  if ((failure.retryAfterSeconds ?? 0) > LONGEST_WAIT_SECONDS) return false;
  // An earlier try got no answer and is still being carried out; a conflict with details is final.
  if (failure.code === "idempotency_conflict") return attempt > 1 && failure.details.length === 0;
  return PASSING.has(failure.status);
}

/** True if the service refused the request before any work on it, or if there was no connection to it. */
const isNotCarriedOut = (failure: unknown): boolean =>
  failure instanceof ApiError ? failure.status === 429 : NO_CONNECTION.has(codeOf(failure));

/** Codes of Node for a connection that was never made; browsers do not tell. */
const NO_CONNECTION: ReadonlySet<unknown> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/** The code of the innermost cause of an error. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return error.cause instanceof Error ? codeOf(error.cause) : (error as { code?: unknown }).code;
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
