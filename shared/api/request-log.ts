import type { Context, APIGatewayProxyStructuredResultV2 as HttpResponse } from "aws-lambda";
import { describeError, type ErrorCode } from "../core/errors/errors.ts";
import { type ResponseHeaders, SECURITY_HEADERS } from "./http-answer.ts";
import type { RequestEvent } from "./route.ts";

/**
 * The log line of a request. It never contains a key, a header, a query string, a body or the called path, because
 * these hold secrets and personal numbers.
 */
export type RequestLine = {
  /** The request id of API Gateway, which error responses contain. */
  readonly request_id: string;
  /** The request id of Lambda, which its START and REPORT lines contain. */
  readonly lambda_request_id: string;
  /** The route as in the route table: `GET /v1/supply-events/{event_id}`. */
  readonly route: string;
  /** The account, set only after the key is verified. */
  readonly account_id?: string;
  readonly key_id?: string;
  readonly status: number;
  /** The error code. The message is not logged, because it may quote the caller's input. */
  readonly error_code?: ErrorCode;
  readonly duration_ms: number;
  /** True for the first request of a process. */
  readonly cold_start: boolean;
};

/** Writes one line. `failure` is the internal cause, if any. */
export type RequestLog = (line: RequestLine, failure: unknown) => void;

type Handler = (event: RequestEvent, context: Context) => Promise<unknown>;

/** Wraps the handler: logs one line for each request, whatever its result, and adds the headers of every response. */
export function logged(
  route: { readonly method: string; readonly path: string },
  log: RequestLog,
  handler: Handler,
): Handler {
  let cold_start = true;
  return async (event, context) => {
    const started = performance.now();
    const line = { ...idsOf(event, context), route: `${route.method} ${route.path}`, cold_start };
    cold_start = false;
    const tell = (status: number, failure: unknown) => {
      const duration_ms = since(started);
      log({ ...line, ...foundOut(event), status, duration_ms }, failure);
      return duration_ms;
    };
    try {
      const answer = (await handler(event, context)) as HttpResponse;
      return withCommonHeaders(answer, tell(statusOf(answer), event.failure));
    } catch (error) {
      tell(500, error);
      throw error;
    }
  };
}

export const isFailed = ({ status }: RequestLine, failure: unknown): boolean =>
  failure !== undefined || status >= 500;

const idsOf = (event: RequestEvent, context: Context | undefined) => ({
  request_id: event.requestContext?.requestId ?? "",
  lambda_request_id: context?.awsRequestId ?? "",
});

const foundOut = ({ caller, errorCode }: RequestEvent) => ({
  ...(caller && "account" in caller ? { account_id: caller.ledger } : {}),
  ...(caller ? { key_id: caller.author } : {}),
  ...(errorCode ? { error_code: errorCode } : {}),
});

/** The duration is that of this call, also where the response was stored by an earlier one. */
const withCommonHeaders = (answer: HttpResponse, duration_ms: number): HttpResponse => ({
  ...answer,
  headers: {
    ...SECURITY_HEADERS,
    ...({ "server-timing": `app;dur=${duration_ms}` } satisfies ResponseHeaders),
    ...answer.headers,
  },
});

const statusOf = ({ statusCode = 200 }: HttpResponse): number => statusCode;

const since = (started: number): number => Math.round((performance.now() - started) * 10) / 10;

/**
 * Logs requests of public functions with the line format of Powertools, without its size. Does not use `console`,
 * because Lambda's runtime prefixes its lines with a time and an id.
 */
export const plainLog: RequestLog = (line, failure) => {
  const failed = isFailed(line, failure);
  const output = failed ? process.stderr : process.stdout;
  const entry = {
    level: failed ? "ERROR" : "INFO",
    message: "request",
    timestamp: new Date().toISOString(),
    service: process.env["POWERTOOLS_SERVICE_NAME"],
    ...line,
    ...(failure === undefined ? {} : { error: describeError(failure) }),
  };
  output.write(`${JSON.stringify(entry)}\n`);
};
