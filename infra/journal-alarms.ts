import { Duration } from "aws-cdk-lib";
import { MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { FIVE_MINUTES, type Watch } from "./alarms.ts";

type Watched = {
  readonly functionName: string;
  /** Id of the event source mapping from the stream to the function. */
  readonly mappingId: string;
  readonly tableName: string;
  /** Queue with the positions of changes that could not be written. */
  readonly lost: Queue;
};

const HOUR = Duration.hours(1);

/** Age of a change at which the journal is late. A stream stores a change for 24 hours. */
const LATE = Duration.minutes(30);

/** 1 if nothing was read in an hour with ten writes or more. A disabled mapping sends no data, which counts as 0. */
const UNREAD = "IF(FILL(written, 0) >= 10, IF(FILL(polled, 0) < 1, 1, 0), 0)";

/** Returns the watches for changes that reach the journal late, have stopped reaching it, or were lost. */
export const journalWatches = ({ functionName, mappingId, tableName, lost }: Watched): Watch[] => [
  {
    name: "JournalLate",
    metric: new Metric({
      namespace: "AWS/Lambda",
      metricName: "IteratorAge",
      dimensionsMap: { FunctionName: functionName },
      period: FIVE_MINUTES,
      statistic: Stats.MAXIMUM,
    }),
    description: `A change was written into the journal ${LATE.toMinutes()} minutes after it was made`,
    from: LATE.toMilliseconds(),
  },
  {
    name: "JournalSilent",
    metric: new MathExpression({
      expression: UNREAD,
      label: "hours in which no change was read",
      period: HOUR,
      usingMetrics: {
        written: new Metric({
          namespace: "AWS/DynamoDB",
          metricName: "ConsumedWriteCapacityUnits",
          dimensionsMap: { TableName: tableName },
          period: HOUR,
          statistic: Stats.SUM,
        }),
        polled: new Metric({
          namespace: "AWS/Lambda",
          metricName: "PolledEventCount",
          dimensionsMap: { EventSourceMappingUUID: mappingId },
          period: HOUR,
          statistic: Stats.SUM,
        }),
      },
    }),
    description: "The table was written to for an hour, and nobody has read its changes",
  },
  {
    name: "JournalLost",
    metric: lost.metricApproximateNumberOfMessagesVisible({
      period: FIVE_MINUTES,
      statistic: Stats.MAXIMUM,
    }),
    description:
      "Changes could not be written into the journal; the stream holds them for some hours more",
  },
];
