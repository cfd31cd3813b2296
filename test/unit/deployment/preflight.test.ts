import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Settings, settingsOf } from "../../../infra/settings.ts";
import type { AwsAccount } from "../../../scripts/operate/deployment/aws-account.ts";
import { preflightFindings } from "../../../scripts/operate/deployment/preflight-findings.ts";

const ARN = "arn:aws:acm:eu-central-1:111122223333:certificate/c";
const SECRET = "arn:aws:secretsmanager:eu-central-1:111122223333:secret:issuer";

const content = JSON.parse(readFileSync("infra/stages/prod.example.json", "utf8"));
const SETTINGS: Settings = settingsOf("prod", {
  ...content,
  region: "eu-central-1",
  alarms: { email: "vat@books.example" },
  domain: { name: "api.vat.example", certificateArn: ARN },
  mail: { from: "VAT <vat@books.example>", smtpSecretArn: null },
});

/** An account in which everything is ready for the settings. */
const READY: AwsAccount = {
  region: "eu-central-1",
  is_bootstrapped: true,
  copies: { region: "eu-west-1", is_bootstrapped: true },
  stacks: [],
  concurrency: 1000,
  secrets: [{ name: SECRET, region: "eu-central-1", exists: true }],
  certificates: [
    { arn: ARN, domain: "api.vat.example", status: "ISSUED", names: ["*.vat.example"] },
  ],
  ses: { is_verified: true, is_sandbox: false },
  alarms: { confirmed: 1, pending: 0 },
};

const problems = (settings: Partial<Settings>, account: Partial<AwsAccount>): string[] =>
  preflightFindings({ ...SETTINGS, ...settings }, { ...READY, ...account })
    .filter(({ is }) => is === "problem")
    .map(({ says }) => says);

/** Settings and accounts in which a deployment fails, and the beginning of what is said of each. */
const BROKEN: readonly [
  what: string,
  settings: Partial<Settings>,
  account: Partial<AwsAccount>,
  says: string,
][] = [
  [
    "another region",
    {},
    { region: "us-east-1" },
    "the stage is of eu-central-1, and the profile of us-east-1",
  ],
  [
    "no bootstrap",
    {},
    { is_bootstrapped: false },
    "eu-central-1 has no stack CDKToolkit: npx cdk bootstrap",
  ],
  [
    "no bootstrap of the region of copies",
    {},
    { copies: { region: "eu-west-1", is_bootstrapped: false } },
    "eu-west-1 has no stack CDKToolkit: npx cdk bootstrap",
  ],
  [
    "the quota of a new account",
    {},
    { concurrency: 10 },
    "Lambda runs 10 functions at once, and jobs alone take up to",
  ],
  [
    "a first creation that failed",
    {},
    { stacks: [{ name: "VatData-prod", status: "ROLLBACK_COMPLETE" }] },
    "VatData-prod is ROLLBACK_COMPLETE and cannot be updated: aws cloudformation delete-stack --stack-name VatData-prod, then deploy again",
  ],
  [
    "a deployment under way",
    {},
    { stacks: [{ name: "VatApi-prod", status: "UPDATE_IN_PROGRESS" }] },
    "VatApi-prod is UPDATE_IN_PROGRESS: wait",
  ],
  [
    "an update whose return failed",
    {},
    { stacks: [{ name: "VatApi-prod", status: "UPDATE_ROLLBACK_FAILED" }] },
    "VatApi-prod is UPDATE_ROLLBACK_FAILED: aws cloudformation continue-update-rollback",
  ],
  [
    "a secret that is missing",
    {},
    { secrets: [{ name: "vat/edge", region: "us-east-1", exists: false }] },
    "there is no secret vat/edge in us-east-1",
  ],
  [
    "a certificate that is missing",
    {},
    { certificates: [{ arn: ARN, domain: "api.vat.example", status: undefined, names: [] }] },
    `there is no certificate ${ARN}`,
  ],
  [
    "a certificate that waits for its proof",
    {},
    {
      certificates: [
        { arn: ARN, domain: "api.vat.example", status: "PENDING_VALIDATION", names: [] },
      ],
    },
    "the certificate of api.vat.example is PENDING_VALIDATION",
  ],
  [
    "a certificate of another domain: a wildcard stands for one label",
    {},
    {
      certificates: [
        { arn: ARN, domain: "api.vat.example", status: "ISSUED", names: ["*.example"] },
      ],
    },
    `the certificate ${ARN} is of *.example, not of api.vat.example`,
  ],
  [
    "a sender that is not verified",
    {},
    { ses: { is_verified: false, is_sandbox: false } },
    "SES has not verified",
  ],
  [
    "SES in its sandbox",
    {},
    { ses: { is_verified: true, is_sandbox: true } },
    "SES is in its sandbox",
  ],
  [
    "mail that nobody confirmed",
    {},
    { alarms: { confirmed: 0, pending: 1 } },
    "no recipient of alarms is confirmed",
  ],
  [
    "a topic that is missing",
    { alarms: { topicArn: "arn:aws:sns:eu-central-1:111122223333:ops" } },
    { alarms: undefined },
    "there is no topic arn:aws:sns:eu-central-1:111122223333:ops",
  ],
];

describe("before a deployment", () => {
  it("an account that is ready has no problem", () => {
    const findings = preflightFindings(SETTINGS, READY);
    expect(findings.filter(({ is }) => is !== "ok")).toEqual([]);
    expect(findings.length).toBeGreaterThan(6);
  });

  it.each(BROKEN)("one problem is reported: %s", (_, settings, account, says) => {
    expect(problems(settings, account)).toEqual([expect.stringContaining(says)]);
  });

  it("the quota of a new account is no problem where jobs take little of it", () => {
    expect(problems({ smallAccount: true }, { concurrency: 10 })).toEqual([]);
  });

  it("but is one beside a lake, whose stream takes what is left to requests", () => {
    expect(problems({ smallAccount: true, lake: true }, { concurrency: 10 })).toEqual([
      expect.stringContaining("jobs alone take up to 12: set lake to false, or request"),
    ]);
  });

  it("stacks that are deployed are no problem", () => {
    const stacks = [{ name: "VatData-prod", status: "UPDATE_ROLLBACK_COMPLETE" }];
    expect(problems({}, { stacks })).toEqual([]);
  });
});
