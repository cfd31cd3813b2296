import { type IMetric, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Operation } from "aws-cdk-lib/aws-dynamodb";
import { INDEX } from "../shared/platform/table/keys.ts";
import { FIVE_MINUTES as period, sumOf, type Watch } from "./alarms.ts";

/** The only operations for which DynamoDB reports failures separately. */
const OPERATIONS = [
  Operation.GET_ITEM,
  Operation.BATCH_GET_ITEM,
  Operation.QUERY,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.BATCH_WRITE_ITEM,
  Operation.TRANSACT_WRITE_ITEMS,
];

/** Returns the watches of a table. On-demand tables scale with load, but throttle above twice their earlier peak. */
export function tableWatches(tableName: string): Watch[] {
  return [
    {
      name: "TableThrottled",
      metric: sumOf("throttled reads and writes", period, throttlesOf(tableName)),
      description: "DynamoDB refused 100 requests or more in five minutes; they were sent again",
      from: 100,
    },
    {
      name: "TableFailed",
      metric: sumOf("failures", period, failuresOf(tableName)),
      description: "DynamoDB failed five times or more in five minutes",
      from: 5,
    },
  ];
}

/** Returns throttles of the table and of its index. A write that the index throttles is counted only for the index. */
function throttlesOf(TableName: string): Record<string, IMetric> {
  const ofIndex = { TableName, GlobalSecondaryIndexName: INDEX };
  return {
    reads: countOf("ReadThrottleEvents", { TableName }),
    writes: countOf("WriteThrottleEvents", { TableName }),
    index_reads: countOf("ReadThrottleEvents", ofIndex),
    index_writes: countOf("WriteThrottleEvents", ofIndex),
  };
}

const failuresOf = (TableName: string): Record<string, IMetric> =>
  Object.fromEntries(
    OPERATIONS.map((operation) => [
      operation.toLowerCase(),
      countOf("SystemErrors", { TableName, Operation: operation }),
    ]),
  );

const countOf = (metricName: string, dimensionsMap: Record<string, string>): IMetric =>
  new Metric({
    namespace: "AWS/DynamoDB",
    metricName,
    dimensionsMap,
    period,
    statistic: Stats.SUM,
  });
