import { ApiError, ConnectionError } from "../../../client/src/eu-vat-client.ts";

/** True if the service does not answer now, and so has refused nothing. */
export const isOutage = (failure: unknown): boolean =>
  failure instanceof ConnectionError || (failure instanceof ApiError && failure.status >= 500);
