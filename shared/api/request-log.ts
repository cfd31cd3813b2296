import type { Context } from "aws-lambda";
import { describeError, type ErrorCode } from "../core/errors/errors.ts";
import type { Call } from "./route.ts";

/**
 * What the log is told of an answered request. Never a key, a header, a query string, a body or a
 * path as it was called: they hold secrets and numbers of people.
 */
export type RequestLine = {
  /** API Gateway's, which the caller is told in an error. */
  readonly request_id: string;
  /** Lambda's own, which its START and REPORT lines carry. */
  readonly lambda_request_id: string;
  /** As in the route table: `GET /v1/supply-events/{event_id}`. */
  readonly route: string;
  /** Only once the key is known to be good. */
  readonly account_id?: string;
  readonly key_id?: string;
  readonly status: number;
  /** Of a refusal. Its message may quote what the caller sent. */
  readonly error_code?: ErrorCode;
  readonly duration_ms: number;
  /** Whether this was the first request of its process. */
  readonly cold_start: boolean;
};

/** Writes one line. `failure` is what went wrong inside, if anything did. */
export type RequestLog = (line: RequestLine, failure: unknown) => void;

type Handler = (event: Call, context: Context) => Promise<unknown>;

/** The handler, with one line in the log for each of its requests, however they end. */
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
    const tell = (status: number, failure: unknown) =>
      log({ ...line, ...foundOut(event), status, duration_ms: since(started) }, failure);
    try {
      const answer = await handler(event, context);
      tell(statusOf(answer), event.failure);
      return answer;
    } catch (error) {
      tell(500, error);
      throw error;
    }
  };
}

export const isFailed = ({ status }: RequestLine, failure: unknown): boolean =>
  failure !== undefined || status >= 500;

const idsOf = (event: Call, context: Context | undefined) => ({
  request_id: event.requestContext?.requestId ?? "",
  lambda_request_id: context?.awsRequestId ?? "",
});

const foundOut = ({ caller, errorCode }: Call) => ({
  ...(caller ? { account_id: caller.account, key_id: caller.keyId } : {}),
  ...(errorCode ? { error_code: errorCode } : {}),
});

const statusOf = (answer: unknown): number => (answer as { statusCode?: number }).statusCode ?? 200;

const since = (started: number): number => Math.round((performance.now() - started) * 10) / 10;

/**
 * The log of public functions: the same line as Powertools writes, without its weight. Not by
 * `console`, which Lambda's runtime puts a time and an id in front of.
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
