import { DomainError } from "../core/errors/errors.ts";

/** What AWS calls its refusals while it is throttled, out of order, or busy with the same item. */
const NAMES = new Set([
  "InternalError",
  "InternalServerError",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "RequestTimeout",
  "ServiceUnavailable",
  "SlowDown",
  "ThrottlingException",
  "TimeoutError",
  "TransactionConflictException",
  "TransactionInProgressException",
]);

/** What Node calls a connection that did not come about, or broke. */
const CODES = /^E(?:CONN|PIPE|TIMEDOUT|AI_|HOSTUNREACH|NETUNREACH)/;

/**
 * Whether a call failed because of the service behind it, not of what it asked for: throttled, out
 * of order, or without an answer, after which nothing is known. The same call may succeed later.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  return NAMES.has(error.name) || CODES.test(code ?? "") || status === 429 || status >= 500;
}

const FIRST_DELAY_MS = 25;
const LONGEST_DELAY_MS = 800;
const ATTEMPTS = 14;

/** Within the 29 s of a function, with what one more attempt can take when nothing answers. */
const RETRY_PATIENCE_MS = 10_000;

/** Reasons of a cancelled transaction after which planning anew from a fresh read can succeed. */
const PASSING_REASONS = new Set([
  "ConditionalCheckFailed",
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
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
  return error.name === "ConditionalCheckFailedException" || isOutage(error);
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

/** The latest moment at which a request that begins now may start a further attempt. */
export const patience = (): number => performance.now() + RETRY_PATIENCE_MS;

/**
 * Tries until an attempt succeeds, with full jitter between attempts. What takes several such steps
 * gives each of them the same `giveUpAt`.
 * @throws DomainError `not_ready` when there is no end to it.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  giveUpAt: number = patience(),
): Promise<T> {
  for (let n = 1; ; n += 1) {
    try {
      return await attempt();
    } catch (cause) {
      if (!mayPass(cause)) throw cause;
      retried += 1;
      await backOff(n, giveUpAt, cause);
    }
  }
}

/**
 * Waits after the `n`-th attempt in vain, counted from 1.
 * @throws DomainError `not_ready` when there have been enough of them, or it has taken too long.
 */
export async function backOff(n: number, giveUpAt: number, cause?: unknown): Promise<void> {
  if (n >= ATTEMPTS || performance.now() >= giveUpAt) {
    const message = "the table is busy or does not answer; nothing is lost, send it again";
    throw new DomainError("not_ready", message, [], { cause });
  }
  await pause(Math.random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (n - 1)));
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
