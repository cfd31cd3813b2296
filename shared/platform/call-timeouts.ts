/**
 * Milliseconds that a call to the table or the bucket may take. Without them one that is never
 * answered would last as long as its function.
 */
export const CALL_TIMEOUTS = {
  connectionTimeout: 3_000,
  requestTimeout: 4_000,
  throwOnRequestTimeout: true,
};
