import type { APIGatewayProxyStructuredResultV2 as HttpResponse } from "aws-lambda";
import { type DomainError, ERROR_STATUS } from "../core/errors/errors.ts";
import { renderFaults, renderMessage } from "../core/errors/render-error.ts";
import type { ResponseHeaders } from "./response-headers.ts";

/** Builds the error response of every function. Caches must not store it, because it answers only this call. */
export function errorResponse(
  error: DomainError,
  request_id: string,
  headers: ResponseHeaders = {},
): HttpResponse {
  const { code, message, details } = error;
  const told = details?.length ? { details: renderFaults(details) } : {};
  const body = { error: code, message: renderMessage(message), ...told, request_id };
  const wait = error.retryAfterSeconds ?? (code === "not_ready" ? 1 : undefined);
  return {
    statusCode: ERROR_STATUS[code],
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      ...(wait === undefined ? {} : { "retry-after": `${wait}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  };
}
