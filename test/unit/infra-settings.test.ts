import { App } from "aws-cdk-lib";
import { describe, expect, it } from "vitest";
import { settingsFrom } from "../../infra/settings.ts";
import { stackProps } from "../../infra/stack-props.ts";

const settings = (context: Record<string, unknown>) => settingsFrom(new App({ context }));

const USUAL = { stage: "dev", tableKey: "aws-owned", allowedOrigins: [] };

describe("the settings", () => {
  it.for<[string, Record<string, unknown>, object]>([
    ["nothing", {}, USUAL],
    ["what is empty is not there", { alarmEmail: "", domainName: "" }, USUAL],
    ["a stage", { stage: "prod" }, { ...USUAL, stage: "prod" }],
    [
      "a key in its region",
      { tableKey: "customer-managed", region: "eu-west-1" },
      { ...USUAL, tableKey: "customer-managed", region: "eu-west-1" },
    ],
    [
      "origins",
      { allowedOrigins: "https://a.example, http://localhost:5173" },
      { ...USUAL, allowedOrigins: ["https://a.example", "http://localhost:5173"] },
    ],
    [
      "a domain",
      { domainName: "vat.example", certificateArn: "arn:aws:acm:x:1:certificate/c" },
      {
        ...USUAL,
        domain: { name: "vat.example", certificateArn: "arn:aws:acm:x:1:certificate/c" },
      },
    ],
    ["whom to mail", { alarmEmail: "a@b.example" }, { ...USUAL, alarmEmail: "a@b.example" }],
  ])("%s", ([, context, expected]) => expect(settings(context)).toEqual(expected));

  it.for<[Record<string, unknown>, string]>([
    [{ stage: "production" }, "stage is dev or prod"],
    [{ stage: 1 }, "stage must be a text"],
    [{ tableKey: "mine" }, "tableKey is aws-owned or aws-managed or customer-managed"],
    [{ tableKey: "customer-managed" }, "takes the context value region"],
    [{ allowedOrigins: "*" }, "not *"],
    [{ allowedOrigins: "https://a.example/" }, "not https://a.example/"],
    [{ domainName: "vat.example" }, "both domainName and certificateArn"],
    [{ certificateArn: "arn" }, "both domainName and certificateArn"],
    [{ alarmEmail: "a@b.example", alarmTopicArn: "arn" }, "not both"],
  ])("refuses %j", ([context, message]) => expect(() => settings(context)).toThrow(message));

  it("name the stacks, and protect those of prod", () => {
    const props = (stage: "dev" | "prod") => stackProps("VatApi", { ...settings({ stage }) }, "x");
    expect(props("dev")).toMatchObject({ stackName: "VatApi-dev", terminationProtection: false });
    expect(props("prod")).toMatchObject({ stackName: "VatApi-prod", terminationProtection: true });
  });
});
