import { Stack } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, type ILogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { METRIC_NAMESPACE } from "../shared/platform/telemetry/metric-names.ts";
import { FIVE_MINUTES as period, type Watch } from "./alarms.ts";

/** In milliseconds: a report takes a tenth of it, a lock of a large quarter about half. */
const SLOW_MS = 3000;

/** Five failures are noise where a hundred thousand calls went well: one in 200 has to fail, too. */
const FAILING =
  "IF(FILL(errors, 0) >= 5, IF(FILL(errors, 0) * 200 >= FILL(calls, 0), FILL(errors, 0), 0), 0)";

/** Whichever function it is: API Gateway counts one that crashes or is not let in as 5xx. */
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

/** What API Gateway does not count apart, and who it may be. In calls in five minutes. */
const REFUSALS = [
  ["401", 100, "had no key or a wrong one: somebody guesses, or a key was rotated too soon"],
  ["403", 100, "were not allowed with their key: somebody tries doors, or has the wrong key"],
  ["429", 100, "came too fast: a caller floods, or a limit has become too low"],
] as const;

/** From the access log, which has the calls that no function saw as well. */
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

/** What Node and Lambda write when a function does not come to its own last line. */
const LAST_WORDS = ["Task timed out", "Runtime exited", "Uncaught Exception", "Invoke Error"];

/** One is worth a look, also where 5xx are too few to be told: it may be one account's every lock. */
export const crashWatch = (scope: Construct, log: ILogGroup): Watch => ({
  name: "Crashed",
  metric: countLines(scope, log, "Crashes", FilterPattern.anyTerm(...LAST_WORDS)),
  description: "A function ran out of time or memory, or fell over an error nobody expected",
});

/** A metric of the stage: a filter can name no dimension that is not in the line. */
function countLines(
  scope: Construct,
  logGroup: ILogGroup,
  metricName: string,
  filterPattern: ReturnType<typeof FilterPattern.anyTerm>,
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
