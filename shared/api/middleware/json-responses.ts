import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyStructuredResultV2 as HttpResponse } from "aws-lambda";
import { DomainError } from "../../core/errors/errors.ts";
import { isOutage } from "../../platform/retries.ts";
import { HttpAnswer } from "../http-answer.ts";
import { errorResponse } from "../refusal-answer.ts";
import type { Call } from "../route.ts";

/** Shorter than this, a text has fewer bytes than any limit, however it is written. */
const NOT_WORTH_MEASURING = 800_000;

/**
 * Bytes of an answer as a function gives it to Lambda: JSON with the body as a text in it, in which
 * quotation marks take two bytes. 0 for what is far from any limit.
 */
const outputBytes = (answer: HttpResponse): number =>
  (answer.body?.length ?? 0) < NOT_WORTH_MEASURING ? 0 : Buffer.byteLength(JSON.stringify(answer));

/** What the endpoint returns becomes a JSON answer, unless it is one already; what it throws an error body. */
export const jsonResponses = (status: number): MiddlewareObj<Call, unknown> => ({
  after: (request) => {
    const { response, event } = request;
    const answer = response instanceof HttpAnswer ? plain(response) : json(status, response);
    // Lambda would refuse it, and the log would say that all was well.
    if (outputBytes(answer) > MOST_BYTES) throw new RangeError("the answer is longer than 6 MB");
    request.response = asRequested(event, answer);
  },
  onError: (request) => {
    const { error, event } = request;
    const refusal = error instanceof DomainError ? error : isOutage(error) ? OUTAGE : OUR_FAULT;
    event.errorCode = refusal.code;
    event.failure ??= refusal === error ? refusal.cause : error;
    const request_id = event.requestContext?.requestId ?? "";
    request.response = asRequested(event, errorResponse(refusal, request_id));
  },
});

/** Lambda's limit is 6,291,556. */
const MOST_BYTES = 6_291_000;

/** Whoever sends HEAD is told all but the body (RFC 9110, 9.3.2). */
const asRequested = ({ requestContext }: Call, answer: HttpResponse): HttpResponse =>
  requestContext?.http?.method === "HEAD" ? { ...answer, body: "" } : answer;

/** What says nothing else of caches is the caller's alone: no cache may give it to another. */
const UNCACHED = { "cache-control": "no-store" };

const plain = ({ status, headers, body, isBase64Encoded }: HttpAnswer): HttpResponse => ({
  statusCode: status,
  headers: { ...UNCACHED, ...headers },
  body,
  ...(isBase64Encoded ? { isBase64Encoded } : {}),
});

const json = (statusCode: number, body: unknown): HttpResponse => ({
  statusCode,
  headers: { "content-type": "application/json", ...UNCACHED },
  body: JSON.stringify(body),
});

/** What went wrong inside is told to the log alone. */
const OUR_FAULT = new DomainError("internal_error", "something went wrong on our side");

/** Whether it was carried out is not known, which is why every request can be sent again. */
const OUTAGE = new DomainError(
  "not_ready",
  "a service behind this one is busy or does not answer; send the request again",
);
