import { readFileSync } from "node:fs";
import { ACMClient, DescribeCertificateCommand } from "@aws-sdk/client-acm";
import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { DescribeSecretCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from "@aws-sdk/client-sesv2";
import { GetTopicAttributesCommand, SNSClient } from "@aws-sdk/client-sns";
import { expect, it } from "vitest";
import { settingsOf } from "../../../infra/settings.ts";
import { readAwsAccount } from "../../../scripts/operate/deployment/aws-account.ts";
import { mockedClient } from "../../stack/mocked-client.ts";

const content = JSON.parse(readFileSync("infra/stages/prod.example.json", "utf8"));
const REGION = "eu-central-1";
const certificate = (region: string) => `arn:aws:acm:${region}:111122223333:certificate/c`;

const settings = settingsOf("prod", {
  ...content,
  alarms: { email: "vat@books.example" },
  domain: { name: "api.vat.example", certificateArn: certificate(REGION) },
  edge: {
    domain: "vat.example",
    certificateArn: certificate("us-east-1"),
    secretName: "vat/edge",
    perAddress: 3000,
    perKey: 6000,
  },
  mail: { from: "VAT <vat@books.example>", smtpSecretArn: null },
});

const named = (name: string) => Object.assign(new Error(name), { name });

it("what AWS has is read, and what it has not is no error", async () => {
  const gone = Object.assign(new Error("Stack with id X does not exist"), {
    name: "ValidationError",
  });
  mockedClient(CloudFormationClient)
    .on(DescribeStacksCommand)
    .rejects(gone)
    .on(DescribeStacksCommand, { StackName: "CDKToolkit" })
    .resolves({
      Stacks: [
        {
          StackName: "CDKToolkit",
          StackStatus: "CREATE_COMPLETE",
          StackId: `arn:aws:cloudformation:${REGION}:111122223333:stack/CDKToolkit/1`,
          CreationTime: new Date(),
        },
      ],
    })
    .on(DescribeStacksCommand, { StackName: "VatData-prod" })
    .resolves({
      Stacks: [
        { StackName: "VatData-prod", StackStatus: "ROLLBACK_COMPLETE", CreationTime: new Date() },
      ],
    });
  mockedClient(LambdaClient)
    .on(GetAccountSettingsCommand)
    .resolves({ AccountLimit: { ConcurrentExecutions: 10 } });
  mockedClient(SecretsManagerClient)
    .on(DescribeSecretCommand)
    .resolvesOnce({ Name: "vat/edge" })
    .rejects(named("ResourceNotFoundException"));
  mockedClient(ACMClient)
    .on(DescribeCertificateCommand)
    .rejects(named("ResourceNotFoundException"))
    .on(DescribeCertificateCommand, { CertificateArn: certificate(REGION) })
    .resolves({ Certificate: { Status: "ISSUED", DomainName: "api.vat.example" } });
  mockedClient(SESv2Client)
    .on(GetAccountCommand)
    .resolves({ ProductionAccessEnabled: false })
    .on(GetEmailIdentityCommand)
    .rejects(named("NotFoundException"))
    .on(GetEmailIdentityCommand, { EmailIdentity: "books.example" })
    .resolves({ VerifiedForSendingStatus: true });
  const topics = mockedClient(SNSClient);
  topics
    .on(GetTopicAttributesCommand)
    .resolves({ Attributes: { SubscriptionsConfirmed: "0", SubscriptionsPending: "1" } });
  expect(await readAwsAccount(settings, REGION)).toEqual({
    region: REGION,
    is_bootstrapped: true,
    stacks: [expect.objectContaining({ name: "VatData-prod", status: "ROLLBACK_COMPLETE" })],
    concurrency: 10,
    secrets: [
      { name: "vat/edge", region: REGION, exists: true },
      { name: "vat/edge", region: "us-east-1", exists: false },
    ],
    certificates: [
      {
        arn: certificate(REGION),
        domain: "api.vat.example",
        status: "ISSUED",
        names: ["api.vat.example"],
      },
      { arn: certificate("us-east-1"), domain: "vat.example", status: undefined, names: [""] },
    ],
    ses: { is_verified: true, is_sandbox: true },
    alarms: { confirmed: 0, pending: 1 },
  });
  expect(topics.call(0).args[0].input).toEqual({
    TopicArn: `arn:aws:sns:${REGION}:111122223333:VatAlarms-prod`,
  });
});

it("an error that is none of absence is not taken for one", async () => {
  mockedClient(CloudFormationClient).on(DescribeStacksCommand).rejects(named("AccessDenied"));
  await expect(readAwsAccount(settings, REGION)).rejects.toThrow("AccessDenied");
});
