/**
 * Timeouts of a call to the table or the bucket, in milliseconds. Without a timeout, an unanswered call would last as
 * long as its function.
 */
export const CALL_TIMEOUTS = {
  connectionTimeout: 3_000,
  requestTimeout: 4_000,
  throwOnRequestTimeout: true,
};
