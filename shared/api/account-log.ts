import { MetricUnit } from "@aws-lambda-powertools/metrics";
import { describeError } from "../core/errors/describe-error.ts";
import { takeRetries } from "../platform/retries.ts";
import {
  COLD_STARTS,
  CONFLICT_RETRIES,
  DURATION,
  REQUESTS,
} from "../platform/telemetry/metric-names.ts";
import { logger, metrics } from "../platform/telemetry/telemetry.ts";
import { isFailed, type RequestLine, type RequestLog } from "./request-log.ts";

/** The log of account functions: a line, and the metrics of the request. */
export const accountLog: RequestLog = (line, failure) => {
  const retries = takeRetries();
  const entry = { ...line, ...(retries > 0 ? { conflict_retries: retries } : {}) };
  if (isFailed(line, failure)) {
    logger.error("request", entry, failure === undefined ? {} : { error: describeError(failure) });
  } else {
    logger.info("request", entry);
  }
  // A flood shall cost its line and no more: the gateway counts what is refused.
  if (line.error_code === "rate_limited") return;
  countRequest(line);
  countSeldom(line, retries);
};

function countRequest({ route, status, duration_ms }: RequestLine): void {
  metrics
    .addDimensions({ route, status_class: `${Math.floor(status / 100)}xx` })
    .addMetric(REQUESTS, MetricUnit.Count, 1)
    .addMetric(DURATION, MetricUnit.Milliseconds, duration_ms)
    .publishStoredMetrics();
}

/** A line of its own, where there is something to count: they are no matter of the status. */
function countSeldom({ route, cold_start }: RequestLine, retries: number): void {
  if (cold_start) metrics.addMetric(COLD_STARTS, MetricUnit.Count, 1);
  if (retries > 0) metrics.addMetric(CONFLICT_RETRIES, MetricUnit.Count, retries);
  if (metrics.hasStoredMetrics()) metrics.addDimensions({ route }).publishStoredMetrics();
}
