import { DomainError } from "../api/errors.ts";

const FIRST_DELAY_MS = 25;
const LONGEST_DELAY_MS = 800;
const ATTEMPTS = 14;

/** Reasons of a cancelled transaction after which planning anew from a fresh read can succeed. */
const PASSING_REASONS = new Set([
  "ConditionalCheckFailed",
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);

const PASSING_ERRORS = new Set([
  "ConditionalCheckFailedException",
  "TransactionConflictException",
  "TransactionInProgressException",
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "RequestLimitExceeded",
  "InternalServerError",
  "ServiceUnavailable",
  "TimeoutError",
]);

/**
 * Whether an attempt may be planned anew: another writer was faster, the table is throttled, or the
 * answer was lost. After a lost answer nothing is known, which is why an attempt always starts with
 * a read and is never sent again as it was.
 */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const reasons = (error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons;
  if (reasons)
    return reasons.every(({ Code = "None" }) => Code === "None" || PASSING_REASONS.has(Code));
  const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  return (
    PASSING_ERRORS.has(error.name) || /^E(CONN|PIPE|TIMEDOUT|AI_)/.test(code ?? "") || status >= 500
  );
}

let retried = 0;

/**
 * How many attempts were planned anew since this was last asked. For the metrics: a process of
 * Lambda serves one request at a time, so they are those of the request.
 */
export function takeRetries(): number {
  const taken = retried;
  retried = 0;
  return taken;
}

/** Tries until an attempt succeeds, with full jitter between attempts. */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let n = 0; n < ATTEMPTS; n += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!mayPass(error)) throw error;
      retried += 1;
      await pause(Math.random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** n));
    }
  }
  throw new DomainError("not_ready", "too many writers at once; nothing is lost, send it again");
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
