import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyStructuredResultV2 as HttpResponse } from "aws-lambda";
import { DomainError, ERROR_STATUS } from "../errors.ts";
import { HttpAnswer } from "../http-answer.ts";
import type { Call } from "../route.ts";

/** What the endpoint returns becomes a JSON answer, unless it is one already; what it throws an error body. */
export const jsonResponses = (status: number): MiddlewareObj<Call, unknown> => ({
  after: (request) => {
    const { response } = request;
    request.response = response instanceof HttpAnswer ? plain(response) : json(status, response);
  },
  onError: (request) => {
    request.response = errorResponse(request.error, request.event.requestContext?.requestId ?? "");
  },
});

const plain = ({ status, headers, body, isBase64Encoded }: HttpAnswer): HttpResponse => ({
  statusCode: status,
  headers: { ...headers },
  body,
  ...(isBase64Encoded ? { isBase64Encoded } : {}),
});

function errorResponse(error: unknown, requestId: string): HttpResponse {
  if (error instanceof DomainError) {
    if (error.cause) logFailure(error.cause, requestId);
    return refused(error, requestId);
  }
  logFailure(error, requestId);
  return refused(new DomainError("internal_error", "something went wrong on our side"), requestId);
}

/** Writes to the log what went wrong inside. */
export function logFailure(error: unknown, requestId: string): void {
  // biome-ignore lint/suspicious/noConsole: the one place where a bug is written to the log
  console.error(JSON.stringify({ level: "ERROR", request_id: requestId, ...describe(error) }));
}

/** Name, message and stack of a bug; never the request, which may hold personal data. */
const describe = (error: unknown) =>
  error instanceof Error
    ? { error: error.name, message: error.message, stack: error.stack }
    : { error: "unknown", message: String(error) };

function refused(error: DomainError, request_id: string): HttpResponse {
  const { code, message, details } = error;
  const body = { error: code, message, ...(details?.length ? { details } : {}), request_id };
  const wait = error.retryAfterSeconds ?? (code === "not_ready" ? 1 : undefined);
  return json(ERROR_STATUS[code], body, wait === undefined ? {} : { "retry-after": `${wait}` });
}

const json = (
  statusCode: number,
  body: unknown,
  headers: Record<string, string> = {},
): HttpResponse => ({
  statusCode,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});
