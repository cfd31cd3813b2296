/*
 * What scheduled functions tell their operators: one JSON object a line on stdout, which is the
 * function's log on AWS and the terminal of the local stack.
 */
type Values = Readonly<Record<string, unknown>>;

/** Namespace of the service's own metrics in CloudWatch. */
export const METRIC_NAMESPACE = "EuVatCompliance";

/** The function a metric is of: two deployments in one AWS account do not mix. */
export const METRIC_DIMENSION = "FunctionName";

export function logLine(values: Values): void {
  process.stdout.write(`${JSON.stringify(values)}\n`);
}

/**
 * A line that CloudWatch turns into metrics (embedded metric format): `counts` by name, with
 * `details` beside them for people.
 */
export function logMetrics(counts: Readonly<Record<string, number>>, details: Values, now: Date) {
  const Metrics = Object.keys(counts).map((Name) => ({ Name, Unit: "Count" }));
  logLine({
    _aws: {
      Timestamp: now.getTime(),
      CloudWatchMetrics: [
        { Namespace: METRIC_NAMESPACE, Dimensions: [[METRIC_DIMENSION]], Metrics },
      ],
    },
    [METRIC_DIMENSION]: process.env["AWS_LAMBDA_FUNCTION_NAME"] ?? "local",
    ...counts,
    ...details,
  });
}
