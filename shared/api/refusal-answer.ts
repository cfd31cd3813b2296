import type { APIGatewayProxyStructuredResultV2 as HttpResponse } from "aws-lambda";
import { type DomainError, ERROR_STATUS } from "../core/errors/errors.ts";
import { renderFaults, renderMessage } from "../core/errors/render-error.ts";
import type { ResponseHeaders } from "./response-headers.ts";

/** The one form of an error, whoever says it. Nobody may keep it: it is an answer to this call alone. */
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
