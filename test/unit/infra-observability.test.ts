import { App, Stack } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { describe, expect, it } from "vitest";
import { alarmTopic } from "../../infra/alarm-topic.ts";
import { watch } from "../../infra/alarms.ts";
import { settingsFrom } from "../../infra/settings.ts";
import { routes } from "../../shared/api/routes.ts";
import { jobs, queues } from "../../shared/jobs/jobs.ts";
import { observabilityTemplate, type Properties, Resources } from "../synth/templates.ts";

const template = observabilityTemplate();
const stack = new Resources(template);

const alarms = new Map(
  stack
    .ofType("AWS::CloudWatch::Alarm")
    .map(([id, properties]) => [id.replace(/Alarm[0-9A-F]{8}$/, ""), properties]),
);

const alarm = (name: string): Properties => alarms.get(name) ?? {};

describe("the alarms", () => {
  it("are those of the API, the table, each function and job, each queue, rates and sums", () => {
    const queueNames = Object.keys(queues).map(
      (name) => `Dead${name[0]?.toUpperCase()}${name.slice(1)}`,
    );
    expect([...alarms.keys()].sort()).toEqual(
      [
        "ServerErrors",
        "Slow",
        "TableThrottled",
        "TableFailed",
        "MissingRates",
        "RatesNotRefreshed",
        "TallyDrift",
        ...Object.keys({ ...routes, ...jobs }).map((name) => `${name}Failed`),
        ...queueNames,
      ].sort(),
    );
  });

  it("all go to the topic, and say what they mean", () => {
    for (const { AlarmActions, AlarmDescription } of alarms.values()) {
      expect(AlarmActions).toEqual([{ Ref: expect.stringMatching(/^Alarms[0-9A-F]{8}$/) }]);
      expect(AlarmDescription).toMatch(/\w{3}/);
    }
  });

  it("of a function: errors and throttles, by its own name", () => {
    expect(alarm("lockPeriodFailed")).toMatchObject({
      Threshold: 1,
      TreatMissingData: "notBreaching",
    });
    const text = JSON.stringify(alarm("lockPeriodFailed")["Metrics"]);
    expect(text).toContain('"errors + throttles"');
    expect(text.match(/PublishOutputReflockPeriod/g)).toHaveLength(2);
  });

  it("5xx and the slowest of a hundred calls", () => {
    expect(alarm("ServerErrors")).toMatchObject({
      MetricName: "5xx",
      Statistic: "Sum",
      Threshold: 5,
    });
    expect(alarm("Slow")).toMatchObject({
      MetricName: "Latency",
      ExtendedStatistic: "p99",
      Threshold: 3000,
      EvaluationPeriods: 3,
    });
  });

  it.for([
    ["MissingRates", "EcbDaysMissing", "refreshRates", "ignore"],
    ["TallyDrift", "TallyDrift", "auditAccount", "notBreaching"],
  ])("%s: by the metric that the job writes", ([name = "", MetricName, job, TreatMissingData]) => {
    expect(alarm(name)).toMatchObject({
      Namespace: "EuVat",
      MetricName,
      Dimensions: [
        { Name: "job", Value: job },
        { Name: "service", Value: "VatSchedule-dev" },
      ],
      Statistic: "Maximum",
      Threshold: 1,
      TreatMissingData,
    });
  });

  it("rates that nobody asks for any more", () => {
    expect(alarm("RatesNotRefreshed")).toMatchObject({
      ComparisonOperator: "LessThanThreshold",
      Threshold: 1,
      Period: 86_400,
      EvaluationPeriods: 4,
      TreatMissingData: "breaching",
    });
  });
});

describe("the topic", () => {
  const topic = (context: Record<string, unknown> = {}) => {
    const stack = new Stack(
      new App({ context, builtinCloudFormationValidation: false }),
      "Watching",
    );
    watch(stack, alarmTopic(stack, settingsFrom(stack)), { ...ANY_WATCH });
    return Template.fromStack(stack);
  };

  it("lets the alarms of this account publish", () => {
    topic().hasResourceProperties("AWS::SNS::TopicPolicy", {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: "Allow",
            Action: "sns:Publish",
            Principal: { Service: "cloudwatch.amazonaws.com" },
            Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
          }),
        ]),
      },
    });
    template.hasOutput("AlarmTopic", {});
  });

  it("takes nothing that does not come over TLS", () => {
    topic().hasResourceProperties("AWS::SNS::TopicPolicy", {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: "Deny",
            Condition: { Bool: { "aws:SecureTransport": "false" } },
          }),
        ]),
      },
    });
  });

  it("mails whom the settings name", () => {
    topic({ alarmEmail: "vat@books.example" }).hasResourceProperties("AWS::SNS::Subscription", {
      Protocol: "email",
      Endpoint: "vat@books.example",
    });
    template.resourceCountIs("AWS::SNS::Subscription", 0);
  });

  it("may be one that is there already", () => {
    const alarmTopicArn = "arn:aws:sns:eu-central-1:111122223333:on-call";
    const there = topic({ alarmTopicArn });
    there.resourceCountIs("AWS::SNS::Topic", 0);
    there.allResourcesProperties("AWS::CloudWatch::Alarm", { AlarmActions: [alarmTopicArn] });
  });
});

const ANY_WATCH = {
  name: "Any",
  metric: new Metric({ namespace: "EuVat", metricName: "Any" }),
  description: "anything",
};

it("there is one dashboard", () => template.resourceCountIs("AWS::CloudWatch::Dashboard", 1));
