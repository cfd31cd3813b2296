import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { OTHER, observabilityTemplate, Resources, scheduleTemplate } from "../synth/templates.ts";

const template = observabilityTemplate();

describe("the topic", () => {
  it("lets the alarms of this account publish", () => {
    observabilityTemplate().hasResourceProperties("AWS::SNS::TopicPolicy", {
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
    observabilityTemplate().hasResourceProperties("AWS::SNS::TopicPolicy", {
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

  it("mails whom the stage names", () => {
    const alarms = { email: "vat@books.example" };
    observabilityTemplate({ alarms }).hasResourceProperties("AWS::SNS::Subscription", {
      Protocol: "email",
      Endpoint: "vat@books.example",
    });
    template.resourceCountIs("AWS::SNS::Subscription", 0);
  });

  it("has a name of its stage, by which alarms find it", () => {
    template.hasResourceProperties("AWS::SNS::Topic", { TopicName: "VatAlarms-dev" });
  });

  it("may be one that is there already", () => {
    observabilityTemplate(OTHER).resourceCountIs("AWS::SNS::Topic", 0);
    scheduleTemplate(OTHER).allResourcesProperties("AWS::CloudWatch::Alarm", {
      AlarmActions: [OTHER.alarms.topicArn],
    });
  });
});

describe("the dashboard", () => {
  const [[, { DashboardName, DashboardBody } = {}] = []] = new Resources(template).ofType(
    "AWS::CloudWatch::Dashboard",
  );

  it("is one, of its stage", () => {
    template.resourceCountIs("AWS::CloudWatch::Dashboard", 1);
    expect(DashboardName).toBe("Vat-dev");
  });

  it("finds by their names what other stacks hold, whatever it is today", () => {
    const text = JSON.stringify(DashboardBody);
    for (const stack of ["VatData-dev", "VatSchedule-dev", "VatApi-dev"]) {
      expect(text).toContain(stack);
    }
    expect(text).toContain("SEARCH(");
    expect(text).not.toMatch(/Fn::(?:ImportValue|GetStackOutput)/);
  });
});
