import { Aws, CfnOutput } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { type ITopic, Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

/** Where the alarms go: the topic of the settings, or one of the stack's own to subscribe to. */
export function alarmTopic(scope: Construct, { alarmEmail, alarmTopicArn }: Settings): ITopic {
  if (alarmTopicArn) return Topic.fromTopicArn(scope, "Alarms", alarmTopicArn);
  const topic = new Topic(scope, "Alarms", { enforceSSL: true });
  topic.addToResourcePolicy(alarmsMayPublish(topic));
  if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
  new CfnOutput(scope, "AlarmTopic", { value: topic.topicArn });
  return topic;
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
