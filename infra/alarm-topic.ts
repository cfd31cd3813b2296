import { Aws, CfnOutput, Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { type ITopic, Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

const nameOf = ({ stage }: Settings): string => `VatAlarms-${stage}`;

/** A topic of the stage's own to subscribe to, unless the settings name one that is there already. */
export function ownTopic(scope: Construct, settings: Settings): void {
  const { alarms } = settings;
  if (alarms && "topicArn" in alarms) return;
  const topic = new Topic(scope, "Alarms", { topicName: nameOf(settings), enforceSSL: true });
  topic.addToResourcePolicy(alarmsMayPublish(topic));
  if (alarms) topic.addSubscription(new EmailSubscription(alarms.email));
  new CfnOutput(scope, "AlarmTopic", { value: topic.topicArn });
}

/**
 * Where the alarms of a stack go. By name, not by reference: the topic can change from the stage's own
 * to another and back, and a topic that was deployed again is the same one.
 */
export function topicOf(scope: Construct, settings: Settings): ITopic {
  const { alarms } = settings;
  const own = () => Stack.of(scope).formatArn({ service: "sns", resource: nameOf(settings) });
  return Topic.fromTopicArn(
    scope,
    "Alarms",
    alarms && "topicArn" in alarms ? alarms.topicArn : own(),
  );
}

/** A topic with a policy has lost the one it is born with, under which the account's alarms may publish. */
const alarmsMayPublish = (topic: Topic): PolicyStatement =>
  new PolicyStatement({
    sid: "AlarmsOfThisAccount",
    principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
    actions: ["sns:Publish"],
    resources: [topic.topicArn],
    conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
  });
