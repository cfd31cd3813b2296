import { describeError } from "../core/errors/describe-error.ts";
import { isFailed, type RequestLog } from "./request-log.ts";

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
