import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { MOST, OTHER, Resources, type Statement, scheduleTemplate } from "../synth/templates.ts";

const withSes = scheduleTemplate(MOST);

type Variables = Readonly<Record<string, unknown>>;
const environmentOf = (template: ReturnType<typeof scheduleTemplate>, name: string) =>
  (
    new Resources(template).functionOf(name).properties["Environment"] as {
      readonly Variables: Variables;
    }
  ).Variables;

const statementsWith = (template: ReturnType<typeof scheduleTemplate>, action: string) =>
  new Resources(template)
    .ofType("AWS::IAM::Policy")
    .flatMap(([, { PolicyDocument }]) => (PolicyDocument as { Statement: Statement[] }).Statement)
    .filter(({ Action }) => [Action].flat().includes(action));

describe("a stage with mails", () => {
  it("sends them by SES, from its domain alone, by one function", () => {
    const [statement, ...more] = statementsWith(withSes, "ses:SendEmail");
    expect(more).toEqual([]);
    const resources = JSON.stringify(statement?.Resource);
    expect(resources).toContain(":identity/books.example");
    expect(resources).toContain(":configuration-set/");
    expect(resources).not.toContain("*");
    expect(environmentOf(withSes, "sendMail")).toMatchObject({
      MAIL_FROM: "EU VAT service <vat@books.example>",
      PUBLIC_URL: "https://vat.example",
    });
    expect(environmentOf(withSes, "deliverWebhook")).toHaveProperty("MAIL_FROM");
    expect(environmentOf(withSes, "dispatchMails")).not.toHaveProperty("MAIL_FROM");
  });

  it("learns of bounces and complaints, as they are, by a queue", () => {
    withSes.hasResourceProperties("AWS::SES::ConfigurationSetEventDestination", {
      EventDestination: { Enabled: true, MatchingEventTypes: ["bounce", "complaint"] },
    });
    withSes.hasResourceProperties("AWS::SNS::Subscription", {
      Protocol: "sqs",
      RawMessageDelivery: true,
      Endpoint: { "Fn::GetAtt": [Match.stringLikeRegexp("^Feedback"), "Arn"] },
    });
  });

  it("may have a mail server instead, whose URL is a secret", () => {
    const template = scheduleTemplate(OTHER);
    const secret = OTHER.mail.smtpSecretArn;
    expect(environmentOf(template, "sendMail")).toMatchObject({ SMTP_SECRET_ARN: secret });
    expect(statementsWith(template, "ses:SendEmail")).toEqual([]);
    expect(statementsWith(template, "secretsmanager:GetSecretValue")).toMatchObject([
      { Resource: secret },
    ]);
    // A mail server tells of no bounces.
    expect(JSON.stringify(template.toJSON())).not.toMatch(/AWS::SES|suppressAddress|Feedback/);
  });
});

it("a stage without mails has nothing for them", () => {
  const text = JSON.stringify(scheduleTemplate().toJSON());
  expect(text).not.toMatch(/MAIL_FROM|AWS::SES|MAILS_QUEUE|sendMail|dispatchMails|Feedback/);
});
