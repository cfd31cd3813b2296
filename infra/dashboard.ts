import {
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import {
  DURATION,
  METRIC_NAMESPACE,
  REQUESTS,
  RUNS_DONE,
  SERVICE,
} from "../shared/platform/telemetry/metric-names.ts";
import { FIVE_MINUTES as period } from "./alarms.ts";
import type { Settings } from "./settings.ts";
import { stackNameOf } from "./stack-props.ts";

/**
 * Creates the dashboard: calls and latency, errors of functions and runs of jobs, capacity units of the table, waiting
 * messages. Finds metrics by search, because all names begin with the name of their stack. New resources appear by
 * themselves and deleted ones disappear.
 */
export function dashboard(scope: Construct, settings: Settings): void {
  const named = (id: string) => stackNameOf(id, settings);
  new Dashboard(scope, "Dashboard", {
    dashboardName: `Vat-${settings.stage}`,
    widgets: [
      [
        graph("Calls by status", [
          search("calls", `${CALLS} ${metric(REQUESTS)} ${SERVICE}="${named("VatApi")}"`, "Sum"),
        ]),
        graph("99th percentile of the time by route, in ms", [
          search("p99", `${CALLS} ${metric(DURATION)} ${SERVICE}="${named("VatApi")}"`, "p99"),
        ]),
      ],
      [
        graph("Errors and throttles by function", [
          ...functionsOf(named("VatApi")),
          ...functionsOf(named("VatSchedule")),
        ]),
        graph("Runs of jobs that were done", [
          search("runs", `{${METRIC_NAMESPACE},job,${SERVICE}} ${metric(RUNS_DONE)}`, "Sum"),
        ]),
      ],
      [
        graph("Read and write units", units(named("VatData"))),
        graph("Messages", messages(named("VatSchedule"))),
      ],
    ],
  });
}

const CALLS = `{${METRIC_NAMESPACE},route,${SERVICE},status_class}`;

const HALF = 12;

const graph = (title: string, left: IMetric[]): IWidget =>
  new GraphWidget({ title, left, width: HALF });

const metric = (name: string): string => `MetricName="${name}"`;

const search = (label: string, what: string, statistic: string): IMetric =>
  new MathExpression({
    expression: `SEARCH('${what}', '${statistic}', ${period.toSeconds()})`,
    label,
    period,
  });

const functionsOf = (stackName: string): IMetric[] =>
  ["Errors", "Throttles"].map((name) =>
    search(name, `{AWS/Lambda,FunctionName} "${stackName}" ${metric(name)}`, "Sum"),
  );

const units = (stackName: string): IMetric[] =>
  ["ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"].map((name) =>
    search(name, `{AWS/DynamoDB,TableName} "${stackName}" ${metric(name)}`, "Sum"),
  );

const messages = (stackName: string): IMetric[] => [
  search(
    "waiting",
    `{AWS/SQS,QueueName} "${stackName}" ${metric("ApproximateNumberOfMessagesVisible")}`,
    "Maximum",
  ),
];
