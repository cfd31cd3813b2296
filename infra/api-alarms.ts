import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Operation } from "aws-cdk-lib/aws-dynamodb";
import { FIVE_MINUTES, failures, type Watch } from "./alarms.ts";
import type { ApiStack } from "./api-stack.ts";
import type { Table } from "./data-stack.ts";

/** In milliseconds: a report takes a tenth of it, a lock of a large quarter about half. */
const SLOW_MS = 3000;

/** What callers would notice, and which function it is. */
export function apiWatches({ api, functions }: ApiStack): Watch[] {
  const period = FIVE_MINUTES;
  const each = [...functions].map(([name, lambda]) => ({
    name: `${name}Failed`,
    metric: failures(lambda, period),
    description: `The function ${name} crashed, ran out of time or was throttled`,
  }));
  return [
    {
      name: "ServerErrors",
      metric: api.metricServerError({ period, statistic: Stats.SUM }),
      description: "The API answered five calls or more with 5xx in five minutes",
      from: 5,
    },
    {
      name: "Slow",
      metric: api.metricLatency({ period, statistic: Stats.percentile(99) }),
      description: `One call in a hundred took ${SLOW_MS / 1000} seconds or more, for 15 minutes`,
      from: SLOW_MS,
      periods: 3,
    },
    ...each,
  ];
}

const OPERATIONS = [
  Operation.GET_ITEM,
  Operation.BATCH_GET_ITEM,
  Operation.QUERY,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.TRANSACT_WRITE_ITEMS,
];

/** On-demand tables grow with their load, but not to twice their peak at once. */
export function tableWatches(table: Table): Watch[] {
  const operations = OPERATIONS;
  const period = FIVE_MINUTES;
  return [
    {
      name: "TableThrottled",
      metric: table.metricThrottledRequestsForOperations({ operations, period }),
      description: "DynamoDB refused 100 requests or more in five minutes; they were sent again",
      from: 100,
    },
    {
      name: "TableFailed",
      metric: table.metricSystemErrorsForOperations({ operations, period }),
      description: "DynamoDB failed five times or more in five minutes",
      from: 5,
    },
  ];
}
