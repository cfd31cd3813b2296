import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { Context } from "aws-lambda";
import { describeError } from "../../core/errors/errors.ts";
import { METRIC_NAMESPACE, RUNS_DONE } from "./metric-names.ts";

/*
 * The only logger and the only metrics collector. Locally one process serves several requests concurrently, so callers
 * write a complete line at once and leave no state in either.
 */
export const logger = new Logger();
export const metrics = new Metrics({ namespace: METRIC_NAMESPACE });

/** Wraps the handler of the function of the row `job`. Logs one line for each run, whatever its result. */
export function loggedJob<Event, Result extends object>(
  job: string,
  run: (event: Event) => Promise<Result>,
): (event: Event, context?: Context) => Promise<Result> {
  let cold_start = true;
  return async (event, context) => {
    const started = performance.now();
    const line = { job, lambda_request_id: context?.awsRequestId ?? "", cold_start };
    cold_start = false;
    const took = () => ({ duration_ms: Math.round(performance.now() - started) });
    try {
      const result = await run(event);
      logger.info("run", { ...line, ...took(), result });
      countInJob(job, { [RUNS_DONE]: 1 });
      return result;
    } catch (error) {
      logger.error("run", { ...line, ...took(), error: describeError(error) });
      throw error;
    }
  };
}

/** Adds to the metrics of a job, with the dimension `job`. */
export function countInJob(job: string, counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts)) {
    metrics.addMetric(name, MetricUnit.Count, count);
  }
  metrics.addDimensions({ job }).publishStoredMetrics();
}
