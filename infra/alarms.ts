import { Duration } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
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
export function watch(scope: Construct, topic: ITopic, one: Watch): void {
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
}

/** Runs of a function that crashed, ran out of time or memory, or were not let in. */
export const failures = (lambda: NodejsFunction, period: Duration): IMetric =>
  new MathExpression({
    expression: "errors + throttles",
    label: "errors and throttles",
    period,
    usingMetrics: {
      errors: lambda.metricErrors({ period }),
      throttles: lambda.metricThrottles({ period }),
    },
  });
