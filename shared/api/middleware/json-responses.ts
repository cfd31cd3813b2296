import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyStructuredResultV2 as HttpResponse } from "aws-lambda";
import { DomainError, ERROR_STATUS } from "../../refusals/errors.ts";
import { isOutage } from "../../store/outage.ts";
import { HttpAnswer } from "../http-answer.ts";
import type { Call } from "../route.ts";

/** What the endpoint returns becomes a JSON answer, unless it is one already; what it throws an error body. */
export const jsonResponses = (status: number): MiddlewareObj<Call, unknown> => ({
  after: (request) => {
    const { response } = request;
    request.response = response instanceof HttpAnswer ? plain(response) : json(status, response);
  },
  onError: (request) => {
    const { error, event } = request;
    const refusal = error instanceof DomainError ? error : isOutage(error) ? OUTAGE : OUR_FAULT;
    event.errorCode = refusal.code;
    event.failure ??= refusal === error ? refusal.cause : error;
    request.response = refused(refusal, event.requestContext?.requestId ?? "");
  },
});

const plain = ({ status, headers, body, isBase64Encoded }: HttpAnswer): HttpResponse => ({
  statusCode: status,
  headers: { ...headers },
  body,
  ...(isBase64Encoded ? { isBase64Encoded } : {}),
});

/** What went wrong inside is told to the log alone. */
const OUR_FAULT = new DomainError("internal_error", "something went wrong on our side");

/** Whether it was carried out is not known, which is why every request can be sent again. */
const OUTAGE = new DomainError(
  "not_ready",
  "a service behind this one is busy or does not answer; send the request again",
);

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
