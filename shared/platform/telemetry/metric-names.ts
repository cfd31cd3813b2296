/*
 * The names of the service's own metrics, for alarms and dashboards. The file has no imports, so that the stacks can
 * import it.
 */

export const METRIC_NAMESPACE = "EuVat";

/** The dimension of all metrics. Its value is POWERTOOLS_SERVICE_NAME, the name of the stack. */
export const SERVICE = "service";

/** Number of requests, by `route` and `status_class` ("2xx"). */
export const REQUESTS = "Requests";
/** Duration of a request in milliseconds, by `route` and `status_class`. */
export const DURATION = "Duration";
/** Write attempts that were repeated because another writer was faster, by `route`. */
export const CONFLICT_RETRIES = "ConflictRetries";
/** Completed runs of a job, by `job`. */
export const RUNS_DONE = "RunsDone";
