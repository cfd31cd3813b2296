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

/** What to watch, and what it means to whoever is woken up. */
export type Watch = {
  readonly name: string;
  readonly metric: IMetric;
  readonly description: string;
  /** The alarm goes off at this value; at 1 unless said otherwise. */
  readonly from?: number;
  /** Or below this one. */
  readonly below?: number;
  /** Periods in a row that it takes; 1 unless said otherwise. */
  readonly periods?: number;
  readonly missing?: TreatMissingData;
};

export const FIVE_MINUTES = Duration.minutes(5);

/** An alarm that goes to the topic. Where nothing is measured, nothing is wrong, unless said otherwise. */
export function watch(scope: Construct, topic: ITopic, one: Watch): Alarm {
  const { name, metric, description, from = 1, below, periods = 1 } = one;
  const alarm = new Alarm(scope, `${name}Alarm`, {
    metric,
    alarmDescription: description,
    threshold: below ?? from,
    comparisonOperator:
      below === undefined
        ? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD
        : ComparisonOperator.LESS_THAN_THRESHOLD,
    evaluationPeriods: periods,
    treatMissingData: one.missing ?? TreatMissingData.NOT_BREACHING,
  });
  alarm.addAlarmAction(new SnsAction(topic));
  return alarm;
}

/**
 * The sum of metrics, of which AWS sends most only while they are not zero: in metric math a sum with
 * one that is missing is missing itself, and no alarm on it ever goes off.
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
