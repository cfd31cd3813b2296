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
