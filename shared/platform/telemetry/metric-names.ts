/*
 * What alarms and dashboards find the service's own metrics by. Without imports, so that the stacks
 * can read it.
 */

export const METRIC_NAMESPACE = "EuVat";

/** The dimension that all metrics have. Its value is POWERTOOLS_SERVICE_NAME, the name of the stack. */
export const SERVICE = "service";

/** Of each request, by `route` and `status_class` ("2xx"). */
export const REQUESTS = "Requests";
/** Of each request in milliseconds, by `route` and `status_class`. */
export const DURATION = "Duration";
/** Attempts to write that were planned anew because another writer was faster, by `route`. */
export const CONFLICT_RETRIES = "ConflictRetries";
/** First requests of a process, by `route`; first runs of a job, by `job`. */
export const COLD_STARTS = "ColdStarts";
/** Runs of a job that came to their end, by `job`. */
export const RUNS_DONE = "RunsDone";
