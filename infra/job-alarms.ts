import { CfnOutput, Duration, Stack } from "aws-cdk-lib";
import { Alarm, type IMetric, Metric, Stats, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { Topic } from "aws-cdk-lib/aws-sns";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { MISSING_DAYS_METRIC } from "../shared/ecb/outcome.ts";
import { METRIC_NAMESPACE, SERVICE } from "../shared/store/metric-names.ts";

const period = Duration.minutes(15);

/** What operators are told, on a topic they subscribe to: failed jobs, dead letters, missing rates. */
export function jobAlarms(
  scope: Construct,
  functions: ReadonlyMap<string, NodejsFunction>,
  dead: Queue,
): void {
  const topic = new Topic(scope, "Alarms", { enforceSSL: true });
  const alarmOn = (name: string, metric: IMetric, alarmDescription: string) =>
    new Alarm(scope, `${name}Alarm`, {
      metric,
      alarmDescription,
      threshold: 1,
      evaluationPeriods: 1,
      // Between its runs a job says nothing: what was last known stands.
      treatMissingData: TreatMissingData.IGNORE,
    }).addAlarmAction(new SnsAction(topic));

  for (const [name, lambda] of functions) {
    alarmOn(`${name}Failed`, lambda.metricErrors({ period }), `The job ${name} fails`);
  }
  alarmOn("DeadAccounts", deadLetters(dead), "Accounts whose threshold could not be checked");
  const refresh = functions.get("refreshRates");
  if (refresh) alarmOn("MissingRates", missingDays(refresh), "TARGET days without ECB rates");
  new CfnOutput(scope, "AlarmTopic", { value: topic.topicArn });
}

const deadLetters = (dead: Queue): Metric =>
  dead.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM });

/** Counted by the job itself, and today's only from 18:00 Frankfurt time on. */
const missingDays = (refresh: NodejsFunction): Metric =>
  new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: MISSING_DAYS_METRIC,
    dimensionsMap: { [SERVICE]: Stack.of(refresh).stackName, job: refresh.node.id },
    period,
    statistic: Stats.MAXIMUM,
  });
