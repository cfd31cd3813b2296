import { Duration } from "aws-cdk-lib";
import { MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { FIVE_MINUTES, type Watch } from "./alarms.ts";

type Watched = {
  readonly functionName: string;
  /** Of the mapping from the stream to the function. */
  readonly mappingId: string;
  readonly tableName: string;
  /** Where it is told which changes could not be written. */
  readonly lost: Queue;
};

const HOUR = Duration.hours(1);

/** Of the 24 hours that a stream holds a change. */
const LATE = Duration.minutes(30);

/** A mapping that is switched off measures nothing at all. A write or two may have come as the hour ended. */
const UNREAD = "IF(FILL(written, 0) >= 10, IF(FILL(polled, 0) < 1, 1, 0), 0)";

/** Changes that come late into the journal, come no more, or never will. */
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
