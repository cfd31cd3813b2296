import { AsyncLocalStorage } from "node:async_hooks";
import { DomainError } from "../core/errors/errors.ts";

/**
 * Timeouts of a call to the table or the bucket, in milliseconds. Without a timeout, an unanswered call would last as
 * long as its function.
 */
export const CALL_TIMEOUTS = {
  connectionTimeout: 3_000,
  requestTimeout: 4_000,
  throwOnRequestTimeout: true,
};

/** The AWS error names for throttling, outages and concurrent changes of one item. */
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

/** The Node error codes of a connection that failed or broke. */
const CODES = /^E(?:CONN|PIPE|TIMEDOUT|AI_|HOSTUNREACH|NETUNREACH)/;

/**
 * True if a call failed because of the called service and not because of its parameters: throttling, an outage, or no
 * response, after which the result is unknown. The call may succeed later.
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

/**
 * Maximum duration of retries in milliseconds. Leaves time for one more unanswered attempt within the 29 s of a
 * function.
 */
const RETRY_PATIENCE_MS = 10_000;

/** Cancellation reasons of a transaction after which a new attempt from a fresh read can succeed. */
const PASSING_REASONS = new Set([
  "ConditionalCheckFailed",
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);

/**
 * True if an attempt may be repeated: another writer was faster, the table is throttled, or the response was lost.
 * After a lost response the result is unknown, so each attempt starts with a read and never resends the previous
 * request.
 */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const reasons = (error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons;
  if (reasons)
    return reasons.every(({ Code = "None" }) => Code === "None" || PASSING_REASONS.has(Code));
  return error.name === "ConditionalCheckFailedException" || isOutage(error);
}

let retried = 0;

/**
 * Returns the number of retries since the last call, for the metrics. A Lambda process serves one request at a time, so
 * the number belongs to that request.
 */
export function takeRetries(): number {
  const taken = retried;
  retried = 0;
  return taken;
}

/** Returns the latest time at which a request that starts now may begin another attempt. */
export const patience = (): number => performance.now() + RETRY_PATIENCE_MS;

/**
 * Retries an attempt until it succeeds, with full jitter between attempts. An operation of several steps passes one
 * `giveUpAt` to all of them.
 * @throws DomainError `not_ready` when the attempts or the time are used up.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  giveUpAt: number = patience(),
): Promise<T> {
  for (let n = 1; ; n += 1) {
    try {
      return await attempt();
    } catch (cause) {
      if (!isRetryable(cause)) throw cause;
      retried += 1;
      await backOff(n, giveUpAt, cause);
    }
  }
}

/**
 * Waits after the `n`-th failed attempt, counted from 1.
 * @throws DomainError `not_ready` when the attempts or the time are used up.
 */
export async function backOff(n: number, giveUpAt: number, cause?: unknown): Promise<void> {
  if (n >= ATTEMPTS || performance.now() >= giveUpAt) {
    const message = "the table is busy or does not answer; nothing is lost, send it again";
    throw new DomainError("not_ready", message, [], { cause });
  }
  await pause(Math.random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (n - 1)));
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The check of a caller that a request's reads do not wait for. */
type PendingCheck = { readonly passed: Promise<void>; hasFailed: boolean };

const pending = new AsyncLocalStorage<PendingCheck>();

/**
 * Runs work concurrently with the check of its caller. Calls of AWS that only read go ahead; every other call waits until
 * the check has passed. After the check has failed no call begins.
 * @throws whatever the check throws, as soon as it throws
 */
export async function runBeforeCheck<T>(passed: Promise<void>, work: () => Promise<T>): Promise<T> {
  const check: PendingCheck = { passed, hasFailed: false };
  passed.catch(() => {
    check.hasFailed = true;
  });
  const [result] = await Promise.all([pending.run(check, work), passed]);
  return result;
}

/** Waits until a call of AWS may begin. */
export async function awaitCallerCheck({ isRead }: { readonly isRead: boolean }): Promise<void> {
  const check = pending.getStore();
  if (check && (check.hasFailed || !isRead)) await check.passed;
}
