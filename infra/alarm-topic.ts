import { Aws, CfnOutput, Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { type ITopic, Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

const nameOf = ({ stage }: Settings): string => `VatAlarms-${stage}`;

/** Creates the alarm topic of the stage, unless the settings name an existing topic. Returns the topic in use. */
export function ownTopic(scope: Construct, settings: Settings): ITopic {
  const { alarms, budget } = settings;
  if (alarms && "topicArn" in alarms) return topicOf(scope, settings);
  const topic = new Topic(scope, "Alarms", { topicName: nameOf(settings), enforceSSL: true });
  topic.addToResourcePolicy(mayPublish(topic, "AlarmsOfThisAccount", "cloudwatch"));
  if (budget) topic.addToResourcePolicy(mayPublish(topic, "BudgetsOfThisAccount", "budgets"));
  if (alarms) topic.addSubscription(new EmailSubscription(alarms.email));
  new CfnOutput(scope, "AlarmTopic", { value: topic.topicArn });
  return topic;
}

/**
 * Returns the topic that the alarms of a stack notify. Refers to the topic by name, not by a CDK reference, so that the
 * settings can switch to another topic and back, and alarms still work after the topic is deployed again.
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

/** Allows a service to publish for this account. A custom policy replaces the topic's default policy, which allows that. */
const mayPublish = (topic: Topic, sid: string, service: string): PolicyStatement =>
  new PolicyStatement({
    sid,
    principals: [new ServicePrincipal(`${service}.amazonaws.com`)],
    actions: ["sns:Publish"],
    resources: [topic.topicArn],
    conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
  });
