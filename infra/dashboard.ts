import {
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
  Stats,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { FIVE_MINUTES as period } from "./alarms.ts";
import type { ApiStack } from "./api-stack.ts";
import type { Table } from "./data-stack.ts";
import type { ScheduleStack } from "./schedule-stack.ts";

export type Watched = {
  readonly api: ApiStack;
  readonly schedule: ScheduleStack;
  readonly table: Table;
};

/** One page: what callers see, what the functions do, what the table takes, what waits. */
export function dashboard(scope: Construct, { api, schedule, table }: Watched): void {
  new Dashboard(scope, "Dashboard", {
    widgets: [
      apiRow(api),
      [graph("Errors and throttles by function", functionSearches([api, schedule]))],
      [graph("Read and write units", unitsOf(table)), graph("Messages waiting", waiting(schedule))],
    ],
  });
}

const HALF = 12;

const graph = (title: string, left: IMetric[]): IWidget =>
  new GraphWidget({ title, left, width: HALF });

function apiRow({ api }: ApiStack): IWidget[] {
  const latency = (p: number) =>
    api.metricLatency({ period, statistic: Stats.percentile(p), label: `p${p}` });
  return [
    graph("Calls", [
      api.metricCount({ period, label: "all" }),
      api.metricClientError({ period, label: "4xx" }),
      api.metricServerError({ period, label: "5xx" }),
    ]),
    graph("Latency in ms", [latency(50), latency(90), latency(99)]),
  ];
}

/** By the names that functions are given: those of tomorrow are found without a change here. */
const functionSearches = (stacks: readonly (ApiStack | ScheduleStack)[]): IMetric[] =>
  stacks.flatMap(({ stackName }) =>
    ["Errors", "Throttles"].map(
      (metric) =>
        new MathExpression({
          expression: `SEARCH('{AWS/Lambda,FunctionName} "${stackName}" MetricName="${metric}"', 'Sum', 300)`,
          label: metric,
          period,
        }),
    ),
  );

const unitsOf = (table: Table): IMetric[] => [
  table.metricConsumedReadCapacityUnits({ period, label: "read" }),
  table.metricConsumedWriteCapacityUnits({ period, label: "write" }),
];

const waiting = ({ queues }: ScheduleStack): IMetric[] =>
  [...queues].flatMap(([name, { live, dead }]) => [
    live.metricApproximateNumberOfMessagesVisible({ period, label: name }),
    dead.metricApproximateNumberOfMessagesVisible({ period, label: `${name}, dead` }),
  ]);
