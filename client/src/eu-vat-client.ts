/*
 * The exports of the package.
 *
 *   const client = createClient({ baseUrl: "http://127.0.0.1:3000", apiKey });
 *   const summary = await client.getQuarterlySummary({ query: { period: "2026-Q2" } });
 */
export { Call, ListCall } from "./call.ts";
export {
  type CommitAllOptions,
  CommitError,
  type CommitOutcome,
  type CommittedItem,
  type RefusedItem,
} from "./commit-all.ts";
export { createClient, type VatClient } from "./create-client.ts";
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
  TimeoutError,
  UnprocessableError,
  VatError,
} from "./errors.ts";
export type * from "./generated.ts";
export type * from "./generated-errors.ts";
export type { Attempt, ClientOptions, FileAnswer, RequestOptions } from "./options.ts";
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookMessage,
  WebhookVerificationError,
} from "./verify-webhook.ts";
