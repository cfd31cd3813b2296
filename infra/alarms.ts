import { Duration } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";

/** A metric to watch, with the description that the operator reads when its alarm goes off. */
export type Watch = {
  readonly name: string;
  readonly metric: IMetric;
  readonly description: string;
  /** The value at or above which the alarm goes off; 1 by default. */
  readonly from?: number;
  /** The value below which the alarm goes off; takes the place of `from`. */
  readonly below?: number;
  /** Number of consecutive periods that must breach the threshold; 1 by default. */
  readonly periods?: number;
  readonly missing?: TreatMissingData;
};

export const FIVE_MINUTES = Duration.minutes(5);

/** Creates an alarm that notifies the topic. Missing data does not breach the threshold unless `missing` is set. */
export function watch(scope: Construct, topic: ITopic, watched: Watch): Alarm {
  const { name, metric, description, from = 1, below, periods = 1 } = watched;
  const alarm = new Alarm(scope, `${name}Alarm`, {
    metric,
    alarmDescription: description,
    threshold: below ?? from,
    comparisonOperator:
      below === undefined
        ? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD
        : ComparisonOperator.LESS_THAN_THRESHOLD,
    evaluationPeriods: periods,
    treatMissingData: watched.missing ?? TreatMissingData.NOT_BREACHING,
  });
  alarm.addAlarmAction(new SnsAction(topic));
  return alarm;
}

/**
 * Adds metrics and counts missing data as zero. AWS sends most of these metrics only while they are above zero; in
 * metric math one missing term makes the whole sum missing, and an alarm on a missing sum never goes off.
 */
export function sumOf(
  label: string,
  period: Duration,
  usingMetrics: Readonly<Record<string, IMetric>>,
): IMetric {
  const expression = Object.keys(usingMetrics)
    .map((id) => `FILL(${id}, 0)`)
    .join(" + ");
  return new MathExpression({ expression, label, period, usingMetrics });
}
