import { gzipSync } from "node:zlib";
import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyStructuredResultV2 as HttpResponse } from "aws-lambda";
import { DomainError } from "../../core/errors/errors.ts";
import { isOutage } from "../../platform/calls.ts";
import { errorResponse, HttpAnswer } from "../http-answer.ts";
import type { RequestEvent } from "../route.ts";

/** Shortest text that compression makes smaller. */
const WORTH_IT = 1_400;

/**
 * Compresses a response for callers that accept gzip, which API Gateway does not do. Caches each compressed text, so it
 * is meant for responses that do not change.
 */
export const gzip = (): MiddlewareObj<RequestEvent, unknown> => {
  const retained = new Map<string, string>();
  return {
    after: (request) => {
      const { response, event } = request;
      if (!(response instanceof HttpAnswer) || response.body.length < WORTH_IT) return;
      const { status, body } = response;
      const headers = { ...response.headers, vary: "accept-encoding" };
      request.response = takesGzip(event.headers["accept-encoding"])
        ? new HttpAnswer(status, { ...headers, "content-encoding": "gzip" }, packed(body), true)
        : new HttpAnswer(status, headers, body);
    },
  };

  function packed(body: string): string {
    const known = retained.get(body);
    if (known !== undefined) return known;
    const made = gzipSync(body, { level: 9 }).toString("base64");
    retained.set(body, made);
    return made;
  }
};

/** True if an Accept-Encoding header allows gzip (RFC 9110, 12.5.3). */
export const takesGzip = (header = ""): boolean =>
  header
    .toLowerCase()
    .split(",")
    .some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/.test(coding));

/** Compresses the JSON of a response for callers that accept gzip. */
export const compressedJson: MiddlewareObj<RequestEvent, unknown> = {
  after: (request) => {
    const body = JSON.stringify(request.response);
    if (body.length < WORTH_IT || !takesGzip(request.event.headers["accept-encoding"])) return;
    // The lowest level takes a third of the time, and field names that every row repeats shrink as well.
    const packed = gzipSync(body, { level: 1 }).toString("base64");
    const headers = { ...JSON_TYPE, "content-encoding": "gzip" };
    request.response = new HttpAnswer(200, headers, packed, true);
  },
};

/** Texts below this length are within every limit, in any encoding, so they are not measured. */
const NOT_WORTH_MEASURING = 800_000;

/**
 * Counts the bytes of a response as a function returns it to Lambda: JSON with the body as a string, in which quotation
 * marks take two bytes. Returns 0 for a response far below the limit.
 */
const outputBytes = (answer: HttpResponse): number =>
  (answer.body?.length ?? 0) < NOT_WORTH_MEASURING ? 0 : Buffer.byteLength(JSON.stringify(answer));

/**
 * Converts the result of the endpoint to a JSON response, unless it is a response already, and an error to an error
 * body.
 */
export const jsonResponses = (status: number): MiddlewareObj<RequestEvent, unknown> => ({
  after: (request) => {
    const { response, event } = request;
    const answer = response instanceof HttpAnswer ? plain(response) : json(status, response);
    // Lambda would reject the response, and the log would record a success.
    if (outputBytes(answer) > MOST_BYTES) throw new RangeError("the answer is longer than 6 MB");
    request.response = asRequested(event, answer);
  },
  onError: (request) => {
    const { error, event } = request;
    const refusal = error instanceof DomainError ? error : isOutage(error) ? OUTAGE : OUR_FAULT;
    event.errorCode = refusal.code;
    event.failure ??= refusal === error ? refusal.cause : error;
    request.response = asRequested(event, errorResponse(refusal, event));
  },
});

/** Maximum size of a response in bytes. Lambda's limit is 6,291,556. */
const MOST_BYTES = 6_291_000;

/** Removes the body from the response to HEAD (RFC 9110, 9.3.2). */
const asRequested = ({ requestContext }: RequestEvent, answer: HttpResponse): HttpResponse =>
  requestContext?.http?.method === "HEAD" ? { ...answer, body: "" } : answer;

/** The default cache header: a response without its own cache header must not be stored by caches. */
const UNCACHED = { "cache-control": "no-store" };

const plain = ({ status, headers, body, isBase64Encoded }: HttpAnswer): HttpResponse => ({
  statusCode: status,
  headers: { ...UNCACHED, ...headers },
  body,
  ...(isBase64Encoded ? { isBase64Encoded } : {}),
});

const JSON_TYPE = { "content-type": "application/json" };

const json = (statusCode: number, body: unknown): HttpResponse => ({
  statusCode,
  headers: { ...JSON_TYPE, ...UNCACHED },
  body: JSON.stringify(body),
});

/** The error for internal failures, whose cause is only logged. */
const OUR_FAULT = new DomainError("internal_error", "something went wrong on our side");

/** The error for outages. It is unknown whether the request was carried out, so every request can be sent again. */
const OUTAGE = new DomainError(
  "not_ready",
  "a service behind this one is busy or does not answer; send the request again",
);
