import { Duration, Stack } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import {
  FilterPattern,
  type IFilterPattern,
  type ILogGroup,
  MetricFilter,
} from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { METRIC_NAMESPACE } from "../shared/platform/telemetry/metric-names.ts";
import { FIVE_MINUTES as period, type Watch } from "./alarms.ts";

/** Latency threshold in milliseconds. A report takes a tenth of this time, a lock of a large quarter about half. */
const SLOW_MS = 3000;

/** Number of failures; 0 below five failures or one in 200 calls, because five in a hundred thousand are noise. */
const FAILING =
  "IF(FILL(errors, 0) >= 5, IF(FILL(errors, 0) * 200 >= FILL(calls, 0), FILL(errors, 0), 0), 0)";

/** Watches the 5xx responses of all routes. API Gateway also counts crashed and throttled functions as 5xx. */
export const failureWatch = (api: HttpApi): Watch => ({
  name: "ServerErrors",
  metric: new MathExpression({
    expression: FAILING,
    label: "5xx",
    period,
    usingMetrics: {
      errors: api.metricServerError({ period, statistic: Stats.SUM }),
      calls: api.metricCount({ period, statistic: Stats.SUM }),
    },
  }),
  description: "Five calls or more, and one in 200, were answered with 5xx in five minutes",
});

export const slowWatch = (api: HttpApi): Watch => ({
  name: "Slow",
  metric: api.metricLatency({ period, statistic: Stats.percentile(99) }),
  description: `One call in a hundred took ${SLOW_MS / 1000} seconds or more, for 15 minutes`,
  from: SLOW_MS,
  periods: 3,
});

/** The 4xx statuses that API Gateway does not count separately: status, calls in five minutes, likely cause. */
const REFUSALS = [
  ["401", 100, "had no key or a wrong one: somebody guesses, or a key was rotated too soon"],
  [
    "403",
    100,
    "were not allowed with their key: a caller has the wrong key, or tries what it can reach",
  ],
  ["429", 100, "came too fast: a caller floods, or a limit has become too low"],
] as const;

/** Watches rejected calls. Counts them in the access log, which includes calls that API Gateway itself rejected. */
export const refusalWatches = (scope: Construct, accessLog: ILogGroup): Watch[] =>
  REFUSALS.map(([status, from, what]) => ({
    name: `Refused${status}`,
    metric: countLines(
      scope,
      accessLog,
      `Refused${status}`,
      FilterPattern.stringValue("$.status", "=", status),
    ),
    description: `${from} calls or more in five minutes ${what}`,
    from,
  }));

const READING_METHODS = ["GET", "HEAD", "OPTIONS"];

/**
 * Watches failures of routes that write. One is enough: a route that is called a few times a day, such as a lock, and
 * always fails would never be five failures in five minutes. A 503 can be repeated, and is watched otherwise.
 */
export const failedWriteWatch = (scope: Construct, accessLog: ILogGroup): Watch => ({
  name: "FailedWrites",
  metric: countLines(
    scope,
    accessLog,
    "FailedWrites",
    FilterPattern.all(
      FilterPattern.stringValue("$.status", "=", "5*"),
      FilterPattern.stringValue("$.status", "!=", "503"),
      ...READING_METHODS.map((method) => FilterPattern.stringValue("$.method", "!=", method)),
    ),
  ).with({ period: Duration.minutes(15) }),
  description: "A call that writes was answered with 5xx, but no 503, in a quarter of an hour",
});

/** The messages that Node and Lambda log when a function ends before its own last log line. */
const LAST_WORDS = ["Task timed out", "Runtime exited", "Uncaught Exception", "Invoke Error"];

/** Watches for crashes. One is enough, even if `ServerErrors` stays quiet: it may affect every lock of one account. */
export const crashWatch = (scope: Construct, log: ILogGroup): Watch => ({
  name: "Crashed",
  metric: countLines(scope, log, "Crashes", FilterPattern.anyTerm(...LAST_WORDS)),
  description: "A function ran out of time or memory, or failed with an unhandled error",
});

/** Counts matching log lines. The namespace names the stack, because a filter cannot set a constant dimension. */
function countLines(
  scope: Construct,
  logGroup: ILogGroup,
  metricName: string,
  filterPattern: IFilterPattern,
) {
  const filter = new MetricFilter(scope, `${metricName}Filter`, {
    logGroup,
    filterPattern,
    metricNamespace: `${METRIC_NAMESPACE}/${Stack.of(scope).stackName}`,
    metricName,
    defaultValue: 0,
  });
  return filter.metric({ period, statistic: Stats.SUM });
}
